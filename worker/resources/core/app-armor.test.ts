import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { syncAppArmor } from './app-armor.ts'

const KEY = 'container.apparmor.security.beta.kubernetes.io/c'
const WARNING = `metadata.annotations[${KEY}]: deprecated since v1.30; use the "appArmorProfile" field instead`

function synced(annotation: string, ofPod?: { readonly type: string }) {
  const pod = {
    metadata: { annotations: { [KEY]: annotation } },
    spec: { securityContext: { ...(ofPod && { appArmorProfile: ofPod }) }, containers: [{ name: 'c' }] },
  }
  const warnings: string[] = []
  syncAppArmor(dialects.k8s.spell)(pod, (text) => void warnings.push(text))
  return { container: pod.spec.containers[0], warnings }
}

describe('an AppArmor annotation of a new pod', () => {
  it('becomes a field, with a warning', () => {
    const securityContext = { appArmorProfile: { type: 'Unconfined' } }
    expect(synced('unconfined')).toEqual({ container: { name: 'c', securityContext }, warnings: [WARNING] })
  })

  it.each(['x', '', 'localhost/', 'localhost/ a', `localhost/${'a'.repeat(4096)}`])(
    'that no field can have stays an annotation, with a warning: %.20s',
    (annotation) => {
      expect(synced(annotation)).toEqual({ container: { name: 'c' }, warnings: [WARNING] })
    },
  )

  it('that repeats the profile of the pod causes no warning', () => {
    expect(synced('unconfined', { type: 'Unconfined' })).toEqual({ container: { name: 'c' }, warnings: [] })
  })
})
