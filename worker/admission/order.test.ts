import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { chosenPlugins, knownPlugins } from './order.ts'

const known = knownPlugins(dialects.k8s)

describe('chosenPlugins', () => {
  it('enables and disables plugins and keeps the order', () => {
    const names = chosenPlugins({ enable: ['AlwaysDeny', 'NamespaceExists'], disable: ['PodSecurity'] }, known)
    expect(names.indexOf('NamespaceExists')).toBe(names.indexOf('NamespaceLifecycle') + 1)
    expect(names.at(-1)).toBe('AlwaysDeny')
    expect(names).not.toContain('PodSecurity')
    expect(chosenPlugins({ enable: [], disable: [] }, known)).toHaveLength(20)
  })

  it('refuses unknown names, and names that are enabled and disabled, with the messages of the real server', () => {
    expect(() => chosenPlugins({ enable: ['SecurityContextDeny'], disable: [] }, known)).toThrow(
      'enable-admission-plugins plugin "SecurityContextDeny" is unknown',
    )
    expect(chosenPlugins({ enable: ['SecurityContextDeny'], disable: [] }, knownPlugins(dialects.svc))).toContain(
      'SecurityContextDeny',
    )
    expect(() => chosenPlugins({ enable: ['AlwaysAdmit'], disable: ['AlwaysAdmit', 'Nope'] }, known)).toThrow(
      '[disable-admission-plugins plugin "Nope" is unknown, [AlwaysAdmit] in enable-admission-plugins and disable-admission-plugins overlapped]',
    )
  })
})
