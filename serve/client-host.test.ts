import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, promises, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inProcessClient } from '../tests/cli/client-runner.ts'
import { nodeHost } from './client-host.ts'

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

/** An archive from another person may contain links and pipes. The expected texts come from kubectl 1.30. */
describe('links and pipes in folders that a command reads', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'links-'))
    const at = (name: string): string => path.join(folder, name)
    for (const name of ['manifests/sub', 'outside', 'base', 'values']) mkdirSync(at(name), { recursive: true })
    writeFileSync(at('manifests/a.yaml'), map('a'))
    writeFileSync(at('manifests/sub/b.yaml'), map('b'))
    writeFileSync(at('outside/c.yaml'), map('c'))
    symlinkSync('..', at('manifests/up'))
    symlinkSync('../outside', at('manifests/elsewhere'))
    symlinkSync('manifests', at('link'))
    writeFileSync(at('values/own'), 'own')
    symlinkSync('../outside/c.yaml', at('values/link'))
    execFileSync('mkfifo', [at('values/pipe')])
    symlinkSync('../outside/c.yaml', at('base/link.yaml'))
    return () => rmSync(folder, { recursive: true })
  })

  const run = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await inProcessClient(folder, { args }).done
    return stdout + stderr
  }

  it.each(['utf16le', 'big-endian'])('reads a YAML file in UTF-16 with a byte order mark: %s', async (order) => {
    const bytes = Buffer.from(`\uFEFF${map('wide')}`, 'utf16le')
    writeFileSync(path.join(folder, 'wide.yaml'), order === 'utf16le' ? bytes : bytes.swap16())
    expect(await run('label', '--local', '-f', 'wide.yaml', 'a=b', '-o', 'name')).toBe('configmap/wide\n')
  })

  it('follows a link to a directory only when its name ends in a slash', async () => {
    expect(await run('label', '--local', '-R', '-f', 'manifests', 'a=b', '-o', 'name')).toBe(
      'configmap/a\nconfigmap/b\n',
    )
    expect(await run('label', '--local', '-f', 'link', 'a=b', '-o', 'name')).toContain('read link: is a directory')
    expect(await run('label', '--local', '-f', 'link/', 'a=b', '-o', 'name')).toBe('configmap/a\n')
  })

  it('goes on with other work while a pipe has no writer', async () => {
    const labelled = run('label', '--local', '-f', 'values/pipe', 'a=b', '-o', 'name')
    await promises.writeFile(path.join(folder, 'values/pipe'), map('piped'))
    expect(await labelled).toBe('configmap/piped\n')
  })

  it('takes only regular files of a directory as values', async () => {
    const made = await run(
      'create',
      'configmap',
      'x',
      '--dry-run=client',
      '-o',
      'jsonpath={.data}',
      '--from-file=values',
    )
    expect(JSON.parse(made)).toEqual({ own: 'own' })
  })

  it('refuses links that lead out of the folder of a kustomization', async () => {
    const why = `security; file '${path.join(folder, 'base/link.yaml')}' is not in or below '${path.join(folder, 'base')}'`
    for (const text of ['resources: [link.yaml]\n', 'configMapGenerator: [{name: a, files: [link.yaml]}]\n']) {
      writeFileSync(path.join(folder, 'base/kustomization.yaml'), text)
      expect(await run('kustomize', 'base')).toContain(why)
    }
  })

  it('finds a circle of kustomizations through links', async () => {
    writeFileSync(path.join(folder, 'base/kustomization.yaml'), 'resources: [self]\n')
    symlinkSync('.', path.join(folder, 'base/self'))
    expect(await run('kustomize', 'base')).toContain('cycle detected')
  })
})

it('refuses a device without an end', async () => {
  const { stderr } = await inProcessClient(tmpdir(), { args: ['label', '--local', '-f', '/dev/zero', 'a=b'] }).done
  expect(stderr).toBe('error: read /dev/zero: file too large\n')
})

describe('an editor', () => {
  it('that removes its file makes the edit fail with the path of the file', async () => {
    const { nodeHost } = await import('./client-host.ts')
    const { TMPDIR = tmpdir() } = process.env
    const host = nodeHost({
      directory: TMPDIR,
      environment: { PATH: process.env.PATH, KUBE_EDITOR: 'rm', TMPDIR },
      stderr: () => undefined,
    })
    await expect(host.edit?.('a: b\n', 'edit-', '.yaml')).rejects.toThrow(
      /^open .*\/edit-\d+\.yaml: no such file or directory$/,
    )
  })
})

it('shows the errors of an editor when the output of the client is kept', async () => {
  let stderr = ''
  const host = nodeHost({
    directory: tmpdir(),
    environment: { PATH: process.env.PATH, EDITOR: 'ls --no-such-option' },
    stdout: () => undefined,
    stderr: (text) => void (stderr += text),
  })
  await expect(host.edit?.('a: b\n', 'edit-', '.yaml')).rejects.toThrow('there was a problem with the editor')
  expect(stderr).toContain('ls: ')
})

it('refuses to write below a file, and names that file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
  writeFileSync(path.join(folder, 'file'), '')
  const { files } = nodeHost({ directory: folder, environment: {}, stdout: () => undefined, stderr: () => undefined })
  for (const name of ['file/a', 'file/sub/a'])
    await expect(files.write(name, '')).rejects.toThrow('mkdir file: not a directory')
  await expect(files.write(`${folder}/file/a`, '')).rejects.toThrow(`mkdir ${folder}/file: not a directory`)
  rmSync(folder, { recursive: true })
})
