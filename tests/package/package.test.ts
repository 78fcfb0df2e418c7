import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../conformance/port.ts'

/** The package as its users have it: packed, and installed into an empty folder. */

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-package-'))
const bin = path.join(folder, 'node_modules/.bin/tabplane')
let declarations = ''

beforeAll(() => {
  const output = execFileSync('npm', ['run', '--silent', 'pack'], { cwd: root, encoding: 'utf8' })
  const tarball = output.trim().split('\n').at(-1) ?? ''
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], { cwd: folder })
  declarations = readFileSync(path.join(folder, 'node_modules/tabplane/lib/server.d.ts'), 'utf8')
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (program: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(program, args, { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

it('has the public surface that is under review', () => {
  const reviewed = readFileSync(path.join(root, 'package/surface/server.d.ts'), 'utf8')
  expect(declarations, 'the surface changed; review it, and run npm run pack -- --surface').toBe(reviewed)
})

it('serves a cluster to a program', async () => {
  writeFileSync(
    path.join(folder, 'program.js'),
    `import { createCluster } from 'tabplane/server'
     const cluster = await createCluster({ clock: 'virtual', controllers: ['*'] })
     const fork = await cluster.fork()
     const response = await fork.fetch('/api/v1/namespaces')
     console.log((await response.json()).items.map(({ metadata }) => metadata.name).join())
     await cluster.close()
     await fork.close()`,
  )
  const { code, stdout, stderr } = await run(process.execPath, 'program.js')
  expect({ code, stdout: stdout.trim(), stderr }).toEqual({
    code: 0,
    stdout: 'default,kube-node-lease,kube-public,kube-system',
    stderr: '',
  })
})

it('has types that a program can be checked with', async () => {
  writeFileSync(
    path.join(folder, 'typed.ts'),
    `import { createCluster, type Cluster } from 'tabplane/server'
     const cluster: Cluster = await createCluster({ users: [{ name: 'alice' }] })
     const status: number = (await cluster.as('alice').fetch('/version')).status
     // @ts-expect-error the status of a fault is a number or 'cut'
     cluster.faults.on({ verb: 'get' }, { status: 'none', times: status })`,
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
  const { code, stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), ...options, 'typed.ts')
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

it('serves over HTTP, and its client reaches the server', async () => {
  const server = spawn(bin, ['serve', '--port=0', '--controllers=-*'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
    const url = /Serving on (\S+)/.exec(line)?.[1] ?? ''
    const { stdout } = await run(bin, 'kubectl', '--server', url, 'get', 'namespaces', '-o', 'name')
    expect(stdout).toContain('namespace/default')
    expect((await run(bin, 'kubectl', '--server', url, 'explain', 'pod.spec.nodeName')).stdout).toContain('DESCRIPTION')
  } finally {
    server.kill()
    await once(server, 'exit')
  }
})

it('checks manifests in any order, and exits with 1 for a refused one', async () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'toys.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'toys', singular: 'toy', kind: 'Toy', listKind: 'ToyList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { size: { type: 'integer' } },
              'x-kubernetes-validations': [{ rule: 'self.size < 5', message: 'toys are small' }],
            },
          },
        },
      ],
    },
  }
  const toy = (name: string, size: number) => ({
    apiVersion: 'example.com/v1',
    kind: 'Toy',
    metadata: { name, namespace: 'shop' },
    size,
  })
  writeFileSync(path.join(folder, 'a.yaml'), JSON.stringify(toy('bear', 3)))
  writeFileSync(path.join(folder, 'b.yaml'), JSON.stringify(definition))
  const valid = await run(bin, 'check', 'a.yaml', 'b.yaml')
  expect(valid).toMatchObject({ code: 0, stderr: '' })
  expect(valid.stdout).toContain('toy.example.com/bear is valid')
  writeFileSync(path.join(folder, 'c.yaml'), JSON.stringify(toy('whale', 30)))
  const refused = await run(bin, 'check', 'a.yaml', 'b.yaml', 'c.yaml')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('c.yaml: ')
  expect(refused.stderr).toContain('toys are small')
})

it('writes programs that a test framework starts as etcd and kube-apiserver', async () => {
  const { stdout } = await run(bin, 'envtest-assets', 'assets', '--v=2')
  const assets = path.join(folder, 'assets')
  expect(stdout).toBe(`export KUBEBUILDER_ASSETS='${assets}'\n`)
  const etcd = await freePort()
  const port = await freePort()
  const programs = [
    spawn(path.join(assets, 'etcd'), [`--listen-client-urls=http://127.0.0.1:${etcd}`, '--unsafe-no-fsync=true']),
  ]
  try {
    await reached(`http://127.0.0.1:${etcd}/health`)
    const flags = [
      `--etcd-servers=http://127.0.0.1:${etcd}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--cert-dir=pki',
      '--authorization-mode=RBAC',
      '--allow-privileged=true',
      '--disable-admission-plugins=ServiceAccount',
      '--service-cluster-ip-range=10.0.0.0/24',
    ]
    programs.push(spawn(path.join(assets, 'kube-apiserver'), flags, { cwd: folder }))
    expect(await reached(`https://127.0.0.1:${port}/readyz`)).toBe(200)
    const server = ['--server', `https://127.0.0.1:${port}`, '--insecure-skip-tls-verify']
    const { code, stderr } = await run(path.join(assets, 'kubectl'), ...server, 'get', 'pods')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Error from server (Forbidden)'),
    })
  } finally {
    for (const program of programs) program.kill()
    for (const program of programs) if (program.exitCode === null) await once(program, 'exit')
  }
})

/** Asks until there is an answer. Resolves to its status; the time limit of the test ends it. */
async function reached(url: string): Promise<number> {
  for (;;) {
    try {
      return await status(url)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
      await delay(20)
    }
  }
}

const status = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const answered = (response: http.IncomingMessage) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }
    const request = url.startsWith('https')
      ? https.get(url, { rejectUnauthorized: false }, answered)
      : http.get(url, answered)
    request.on('error', reject)
  })

it.each([
  { args: ['fly'], says: 'tabplane has no command "fly"' },
  { args: ['etcd'], says: '--listen-client-urls' },
  { args: ['envtest-assets'], says: 'name the folder' },
  { args: ['check'], says: 'name the files to check' },
  { args: ['check', 'absent.yaml'], says: 'absent.yaml cannot be read' },
  { args: ['serve', '--no-such-flag'], says: 'no-such-flag' },
])('refuses $args with the exit code 2', async ({ args, says }) => {
  const { code, stderr } = await run(bin, ...args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) })
})
