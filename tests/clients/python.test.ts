import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { desk } from './client-program.ts'
import { serve } from './serve-process.ts'

/** Python's client, installed once into a folder of its own. */
const environment = fileURLToPath(new URL('../../.cache/clients/python/', import.meta.url))
const python = path.join(environment, 'bin/python')

function installed(): boolean {
  if (existsSync(path.join(environment, 'ready'))) return true
  if (spawnSync('python3', ['-m', 'venv', environment]).status !== 0) return false
  if (spawnSync(python, ['-m', 'pip', 'install', '--quiet', 'kubernetes==30.1.0']).status !== 0) return false
  execFileSync(python, ['-c', `open(${JSON.stringify(path.join(environment, 'ready'))}, 'w').close()`])
  return true
}

test('lists, watches and patches', { timeout: 240_000 }, async ({ skip }) => {
  if (!installed()) skip('Python 3 with venv and a package registry is needed for its client')
  const served = await serve(['--port', '0', '--dialect', 'k8s'])
  const at = desk(served.url)
  const script = fileURLToPath(new URL('./python-client.py', import.meta.url))
  const { stdout, stderr, code } = await at.run(python, [script])
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    'created blue',
    'patched red',
    'listed settings',
    'watched ADDED settings',
    'watched MODIFIED settings',
    'watched DELETED settings',
    'missing 404 NotFound',
    '',
  ])
  expect(code).toBe(0)
  at.remove()
  expect(await served.stop()).toBe(0)
})
