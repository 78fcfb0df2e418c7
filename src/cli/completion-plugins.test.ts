import { describe, expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { completePlugin, pluginCandidates } from './completion-plugins.ts'
import type { Host, Program } from './host.ts'

/** A host whose search path holds these files, which are all programs. */
function hostWith(files: readonly string[], printed = '') {
  let stderr = ''
  const calls: Program[] = []
  const host = {
    dialect: dialects.k8s,
    environment: { PATH: '/bin:tools' },
    stderr: (text: string) => (stderr += text),
    files: {
      list: (folder: string) =>
        Promise.resolve(
          files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1)),
        ),
      kind: (file: string) => Promise.resolve(files.includes(file) ? 'file' : undefined),
    },
    run: (program: Program) => {
      calls.push(program)
      return Promise.resolve({ stdout: printed, code: 0 })
    },
  } as unknown as Host
  return { host, calls, stderr: () => stderr }
}

const PLUGINS = ['/bin/kubectl-hello', '/bin/kubectl-hello-big_world', '/bin/kubectl-get', '/bin/kubectl-create-foo']

const texts = (found: { readonly candidates: readonly { readonly text: string }[] } | undefined) =>
  found?.candidates.map(({ text }) => text)

describe('pluginCandidates', () => {
  it('offers plugins, but none that a command of the client hides', async () => {
    const { host } = hostWith(PLUGINS)
    expect(await pluginCandidates(host, '')).toEqual([
      { text: 'hello', description: 'The command hello is a plugin installed by the user' },
    ])
  })
})

describe('completePlugin', () => {
  it('offers the next word of longer names and says that the plugin completes no arguments', async () => {
    const { host, stderr } = hostWith(PLUGINS)
    const found = await completePlugin(['hello'], '', host)
    expect(texts(found)).toEqual(['big-world'])
    expect(found?.directive).toBe(0)
    expect(stderr()).toBe(
      '[Debug] Cleared global flags for plugin completion\n[Debug] About to look for: kubectl_complete-hello\n[Debug] Plugin kubectl-hello does not provide a matching completion executable\n',
    )
  })

  it('prints the candidates and the directive of the program for the completion of the plugin', async () => {
    const { host, calls } = hostWith([...PLUGINS, '/bin/kubectl_complete-hello-big_world'], 'one\tfirst\n\ntwo\n:6\n')
    const found = await completePlugin(['hello', 'big-world', 'a'], 'b', host)
    expect(found).toEqual({
      candidates: [
        { text: 'one', description: 'first' },
        { text: 'two', description: '' },
      ],
      directive: 6,
    })
    expect(calls).toEqual([{ command: '/bin/kubectl_complete-hello-big_world', args: ['a', 'b'], environment: {} }])
  })

  it('runs no program of a relative folder', async () => {
    const { host, calls } = hostWith([...PLUGINS, 'tools/kubectl_complete-hello'], 'one\n')
    expect(texts(await completePlugin(['hello'], 'x', host))).toEqual([])
    expect(calls).toEqual([])
  })

  it.each([[['get']], [['help']], [['-n']], [[]], [['nope']]])('leaves %j to the client', async (words) => {
    expect(await completePlugin(words, '', hostWith(PLUGINS).host)).toBeUndefined()
  })
})
