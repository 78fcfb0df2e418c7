import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inProcessClient } from '../tests/cli/client-runner.ts'

test('changes the file that has the entry, and names the first file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
  const entries = (name: string) => ({
    contexts: [{ name, context: { cluster: name } }],
    clusters: [{ name, cluster: { server: 'https://x' } }],
    users: [{ name, user: {} }],
  })
  for (const name of ['one', 'two'])
    writeFileSync(
      path.join(folder, name),
      JSON.stringify({ kind: 'Config', 'current-context': name, ...entries(name) }),
    )
  const config = async (...args: string[]) => {
    const { stdout, stderr } = await inProcessClient(folder, {
      args: ['config', ...args],
      env: { KUBECONFIG: 'one:two' },
    }).done
    return stdout + stderr
  }
  expect(await config('delete-user', 'two')).toBe('deleted user two from one\n')
  expect(await config('delete-cluster', 'two')).toBe('deleted cluster two from one\n')
  expect(await config('rename-context', 'two', 'one')).toContain('the context "one" already exists in one\n')
  expect(await config('rename-context', 'two', 'three')).toBe('Context "two" renamed to "three".\n')
  expect(await config('rename-context', 'one', 'four')).toBe('Context "one" renamed to "four".\n')
  expect(await config('current-context')).toBe('four\n')
  expect(await config('delete-context', 'three')).toBe('deleted context three from one\n')
  expect(await config('get-contexts', '-o', 'name')).toBe('four\n')
  rmSync(folder, { recursive: true })
})
