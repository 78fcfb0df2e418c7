import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kubectlBinary } from './kubectl-binary.ts'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'

/** The real kubectl 1.30, unchanged, against `npm run serve -- --dialect k8s`. */
const manifest = `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`

let served: Served
let home: string
let file: string

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'kubectl-'))
  file = path.join(home, 'shop.yaml')
  writeFileSync(file, manifest)
  served = await serve(['--port', '0', '--dialect', 'k8s'])
}, 120_000)

afterAll(async () => {
  expect(await served.stop()).toBe(0)
  rmSync(home, { recursive: true })
})

const args = (rest: readonly string[]): string[] => [
  '--server',
  served.url,
  '--cache-dir',
  path.join(home, 'cache'),
  ...rest,
]
const environment = () => ({ HOME: home, PATH: process.env['PATH'] })

async function kubectl(...rest: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(kubectlBinary(), args(rest), { env: environment() })
  return stdout
}

/** Resolves once the text of a running client matches. */
function shows(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve(text)
    })
    child.on('exit', () => reject(new Error(`kubectl ended without ${pattern}:\n${text}`)))
  })
}

test('create -f makes every document', { timeout: 60_000 }, async () => {
  expect(await kubectl('create', '-f', file)).toBe(
    'namespace/shop created\ndeployment.apps/web created\nservice/web created\n',
  )
})

test('get prints a Table, an object and a name', { timeout: 60_000 }, async () => {
  expect(await kubectl('get', 'deployments', '-n', 'shop')).toMatch(/^NAME .*\nweb .*\n$/)
  expect(JSON.parse(await kubectl('get', 'deploy', 'web', '-n', 'shop', '-o', 'json'))).toMatchObject({
    kind: 'Deployment',
    spec: { replicas: 2 },
  })
  expect(await kubectl('get', 'svc', '-A', '-o', 'name')).toContain('service/web\n')
})

test('apply --server-side changes what it owns', { timeout: 60_000 }, async () => {
  writeFileSync(file, manifest.replace('replicas: 2', 'replicas: 3'))
  expect(await kubectl('apply', '--server-side', '--force-conflicts', '-f', file)).toContain(
    'deployment.apps/web serverside-applied\n',
  )
  expect(await kubectl('get', 'deploy', 'web', '-n', 'shop', '-o', 'jsonpath={.spec.replicas}')).toBe('3')
})

test('get -w shows a change as it happens', { timeout: 60_000 }, async () => {
  const watch = spawn(kubectlBinary(), args(['get', 'configmaps', '-n', 'shop', '-w']), { env: environment() })
  const seen = shows(watch, /^later /m)
  await kubectl('create', 'configmap', 'later', '-n', 'shop', '--from-literal=a=b')
  expect(await seen).toMatch(/^later /m)
  watch.kill('SIGTERM')
})

test('delete removes, and a second delete says what is missing', { timeout: 60_000 }, async () => {
  expect(await kubectl('delete', 'deployment', 'web', '-n', 'shop')).toBe('deployment.apps "web" deleted\n')
  await expect(kubectl('delete', 'deployment', 'web', '-n', 'shop')).rejects.toThrow(
    'Error from server (NotFound): deployments.apps "web" not found',
  )
})
