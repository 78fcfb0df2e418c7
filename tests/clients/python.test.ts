import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientHome } from './client-program.ts'
import { serve } from './serve-process.ts'

/** The client library of Python, installed once into a folder of its own. */
const environment = fileURLToPath(new URL('../../.cache/clients/python/', import.meta.url))
const python = path.join(environment, 'bin/python')

/** Written after the installation, so that an interrupted one is repeated. */
const ready = path.join(environment, 'ready')

/** Throws when Python 3, its module venv or the package registry is missing. */
function install(): void {
  if (existsSync(ready)) return
  execFileSync('python3', ['-m', 'venv', environment])
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'kubernetes==30.1.0'])
  writeFileSync(ready, '')
}

test('the client library of Python lists, watches and patches', { timeout: 240_000 }, async () => {
  install()
  const served = await serve(['--port', '0', '--dialect', 'k8s'])
  const home = clientHome(served.url)
  const script = fileURLToPath(new URL('./python-client.py', import.meta.url))
  const { stdout, stderr, code } = await home.run(python, [script])
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
  home.remove()
  expect(await served.stop()).toBe(0)
})
