import { describe, expect, it } from 'vitest'
import { allPlugins, runPlugin } from '../plugins.ts'
import type { Host, Program } from '../host.ts'
import { FileError } from '../host.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'

function hostWith(folders: Readonly<Record<string, readonly string[]>>) {
  const started: Program[] = []
  let stdout = ''
  const paths = new Set(Object.entries(folders).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`)))
  const host = {
    dialect: dialects.k8s,
    environment: { PATH: [...Object.keys(folders), '/gone'].join(':') },
    files: {
      kind: (path: string) => Promise.resolve(paths.has(path) ? 'file' : undefined),
      list: (folder: string) =>
        folders[folder] === undefined
          ? Promise.reject(new FileError('open', folder, 'no such file or directory'))
          : Promise.resolve(folders[folder]),
    },
    stdout: (text: string) => (stdout += text),
    run: (program: Program) => {
      started.push(program)
      return Promise.resolve({ stdout: 'done\n', code: 3 })
    },
  } as unknown as Host
  return { host, started, printed: () => stdout }
}

describe('plugins', () => {
  it('runs the plugin with the longest name and gives it the other words', async () => {
    const { host, started, printed } = hostWith({ '/a': ['kubectl-x', 'kubectl-x-y_z'], '/b': ['kubectl-x'] })
    expect(await runPlugin(['x', 'y-z', '--flag', 'v'], host)).toBe(3)
    expect(started).toEqual([{ command: '/a/kubectl-x-y_z', args: ['--flag', 'v'], environment: {} }])
    expect(printed()).toBe('done\n')
  })

  it('runs nothing when no plugin has the name', async () => {
    const { host, started } = hostWith({ '/a': ['kubectl-x'] })
    expect(await runPlugin(['other'], host)).toBeUndefined()
    expect(started).toEqual([])
  })

  it('lists the plugins of each folder on the path, and the folders that cannot be read', async () => {
    const { host } = hostWith({ '/a': ['kubectl-x', 'other'], '/b': ['kubectl-x'] })
    expect(await allPlugins(host)).toEqual({
      plugins: ['/a/kubectl-x', '/b/kubectl-x'],
      unreadable: [{ folder: '/gone', why: 'open /gone: no such file or directory' }],
    })
  })
})
