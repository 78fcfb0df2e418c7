import { describe, expect, it } from 'vitest'
import type { ShellCompletionSource } from './completion.ts'
import { commonStart, complete } from './completion.ts'

const source: ShellCompletionSource = {
  clientNames: ['svcctl'],
  clientName: 'svcctl',
  isEnabled: ({ enabledBy }) => enabledBy === undefined,
  types: () => Promise.resolve(['configmaps', 'pods', 'deployments.apps']),
  names: ({ given }, type) =>
    Promise.resolve(
      type === 'namespaces'
        ? ['default', 'shop']
        : [`${type}-a-${given.flags.text('namespace') || 'here'}`, `${type}-b`],
    ),
  containers: (_, pod) => Promise.resolve([`${pod}-main`]),
  entries: (_, kind) => Promise.resolve([`${kind}-a`]),
  files: (folder) => Promise.resolve(folder === '' ? ['shop.yaml', 'sub/'] : ['inner.yaml']),
}

const options = async (line: string): Promise<string> => {
  const { from, options: found } = await complete(line, line.length, source)
  return `${line.slice(0, from)}[${found.join(' ')}]`
}

describe('complete', () => {
  it.each([
    ['svc', '[svcctl]'],
    ['cat s', 'cat [shop.yaml sub/]'],
    ['cat sub/', 'cat sub/[inner.yaml]'],
    ['svcctl get d', 'svcctl get [deployments.apps]'],
    ['svcctl get pods,d', 'svcctl get pods,[deployments.apps]'],
    ['svcctl explain d', 'svcctl explain [deployments.apps]'],
    ['svcctl wait pods/', 'svcctl wait pods/[pods-a-here pods-b]'],
    ['svcctl logs pods-', 'svcctl logs [pods-a-here pods-b]'],
    ['svcctl logs pods-b ', 'svcctl logs pods-b [pods-b-main]'],
    ['svcctl logs deployments/', 'svcctl logs deployments/[deployments-a-here deployments-b]'],
    ['svcctl config use-context ', 'svcctl config use-context [contexts-a]'],
    ['svcctl get -o=js', 'svcctl get -o=[json jsonpath jsonpath-as-json jsonpath-file]'],
    ['svcctl apply -o js', 'svcctl apply -o [json jsonpath jsonpath-as-json jsonpath-file]'],
    ['svcctl get --watch=', 'svcctl get --watch=[]'],
    ['svcctl delete pods --cascade=', 'svcctl delete pods --cascade=[background foreground orphan]'],
    ['svcctl cp pods-', 'svcctl cp [pods-a-here: pods-b:]'],
    ['svcctl get pods ', 'svcctl get pods [pods-a-here pods-b]'],
    ['svcctl get -n shop pods pods-a', 'svcctl get -n shop pods [pods-a-shop]'],
    ['svcctl get pods/', 'svcctl get pods/[pods-a-here pods-b]'],
    ['svcctl get -n s', 'svcctl get -n [shop]'],
    ['svcctl get --namespace=', 'svcctl get --namespace=[default shop]'],
    ['svcctl apply -f sh', 'svcctl apply -f [shop.yaml]'],
    ['svcctl get --watch', 'svcctl get [--watch --watch-only]'],
    ['svcctl patch --type=m', 'svcctl patch --type=[merge]'],
    ['svcctl config use', 'svcctl config [use-context]'],
    ['echo a | svcctl api-v', 'echo a | svcctl [api-versions]'],
    ['svcctl version ', 'svcctl version []'],
  ])('completes %j', async (line, found) => {
    expect(await options(line)).toBe(found)
  })

  it('offers only names that are one word to the shell and do not control the terminal', async () => {
    const hostile = ['a\x1b]52;c;ZXZpbA==\x07', 'a\u202eb', 'a;reboot', 'a$(reboot)', 'a b', "a'", 'a:b-1.c@d']
    const line = 'svcctl get clusterroles a'
    const found = await complete(line, line.length, { ...source, names: () => Promise.resolve(hostile) })
    expect(found.options).toEqual(['a:b-1.c@d'])
  })

  it('returns the common prefix of all options', () => {
    expect(commonStart(['api-resources', 'api-versions'])).toBe('api-')
    expect(commonStart([])).toBe('')
  })
})
