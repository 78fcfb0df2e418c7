import { describe, expect, it } from 'vitest'
import { runCli } from '../cli.ts'
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

  it('runs no file that is not executable', async () => {
    const { host, started } = hostWith({ '/a': ['kubectl-x'] })
    const plain = { ...host, files: { ...host.files, isExecutable: () => Promise.resolve(false) } }
    expect(await runPlugin(['x'], plain)).toBeUndefined()
    expect(started).toEqual([])
  })

  it('runs a plugin as a subcommand of create, except for a name of create itself', async () => {
    const { host, started } = hostWith({ '/a': ['kubectl-create-foo', 'kubectl-create-cronjob', 'kubectl-create'] })
    const whole = { ...host, stderr: () => undefined, signal: new AbortController().signal } as unknown as Host
    expect(await runCli(['create', 'foo', '--flag', 'v'], whole)).toBe(3)
    await runCli(['create', 'cronjob', '--help'], whole)
    expect(await runCli(['create', 'other'], whole)).toBe(1)
    expect(started).toEqual([{ command: '/a/kubectl-create-foo', args: ['--flag', 'v'], environment: {} }])
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

describe('plugin list', () => {
  it('warns of files that are not executable, and of names of existing commands', async () => {
    const { host, printed } = hostWith({ '/a': ['kubectl-create-foo', 'kubectl-x'] })
    let stderr = ''
    const files = { ...host.files, isExecutable: (path: string) => Promise.resolve(path.endsWith('foo')) }
    await runCli(['plugin', 'list'], {
      ...host,
      files,
      signal: new AbortController().signal,
      stderr: (text) => (stderr += text),
    })
    expect(printed()).toContain('/a/kubectl-create-foo\n/a/kubectl-x\n')
    expect(stderr.split('\n').slice(1)).toEqual([
      '  - warning: kubectl-create-foo overwrites existing command: "kubectl create"',
      '  - warning: /a/kubectl-x identified as a kubectl plugin, but it is not executable',
      'error: 2 plugin warnings were found',
      '',
    ])
  })
})
