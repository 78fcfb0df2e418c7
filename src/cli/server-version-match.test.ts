import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const versioned = (gitVersion: string) => ({
  'GET /version': () => Response.json({ major: '1', minor: '30', gitVersion }),
  'GET /api/v1/namespaces/default/configmaps/a': () => Response.json({ kind: 'ConfigMap', metadata: { name: 'a' } }),
})

test('refuses a server of another release before other requests', async () => {
  const { stderr, code, requests } = await run('get cm a --match-server-version', versioned('v1.30.14'), 'k8s')
  expect(stderr).toBe(
    'error: server version (&version.Info{Major:"1", Minor:"30", GitVersion:"v1.30.14", GitCommit:"", GitTreeState:"", BuildDate:"", ' +
      'GoVersion:"", Compiler:"", Platform:""}) differs from client version (version.Info{Major:"1", Minor:"30", GitVersion:"v1.30.0", ' +
      'GitCommit:"", GitTreeState:"", BuildDate:"", GoVersion:"", Compiler:"", Platform:""})\n',
  )
  expect(code).toBe(1)
  expect(requests).toHaveLength(1)
})

test('accepts a server of the same release', async () => {
  const { stdout } = await run('get cm a --match-server-version -o name', versioned('v1.30.0'), 'k8s')
  expect(stdout).toBe('configmap/a\n')
})

test('names an unreadable version', async () => {
  const answers = { 'GET /version': failure(403, { reason: 'Forbidden', message: 'no' }) }
  const { stderr } = await run('get cm a --match-server-version', answers, 'k8s')
  expect(stderr).toContain("couldn't read version from server: ")
})

test('names the request that no server answered', async () => {
  const { stderr } = await run('get cm a --match-server-version', {}, 'k8s')
  expect(stderr).toMatch(
    /^error: couldn't read version from server: Get "http:\/\/localhost:8080\/version\?timeout=32s": /,
  )
})
