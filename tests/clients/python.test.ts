import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientHome } from './client-program.ts'
import { pythonEnvironment } from './python-environment.ts'
import { serve } from './serve-process.ts'

test('the client library of Python lists, watches and patches', { timeout: 240_000 }, async () => {
  const python = path.join(pythonEnvironment('python', ['kubernetes==30.1.0']), 'python')
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
