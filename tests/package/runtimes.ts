import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folder, root, run, write } from './installed-package.ts'

const place = path.join(root, '.cache/runtimes')
const platform = `${process.platform}-${process.arch}`

/** Packages that bring a runtime as a binary; versions are fixed, so that a new release does not change the results. */
const PACKAGES = {
  deno: 'deno@2.9.6',
  bun: 'bun@1.4.5',
  node22: `node22@npm:node-${platform}@22.23.3`,
  node24: `node24@npm:node-${platform}@24.21.0`,
}

const RUNTIMES: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['the Node of the tests', process.execPath],
  ['Node 22', path.join(place, 'node_modules/node22/bin/node')],
  ['Node 24', path.join(place, 'node_modules/node24/bin/node')],
  ['Deno', path.join(place, 'node_modules/.bin/deno'), 'run', '--allow-all'],
  ['Bun', path.join(place, 'node_modules/.bin/bun')],
]

export function installRuntimes(): void {
  if (RUNTIMES.every(([, program]) => existsSync(program))) return
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'package.json'), '{ "private": true }')
  const options = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...options, ...Object.values(PACKAGES)], { cwd: place, stdio: 'pipe' })
}

const PROGRAM = `
import { createCluster } from 'tabplane/server'
import { serverSideApply } from 'tabplane/apply'
import { compile, INT } from 'tabplane/cel'
import { applyMergePatch } from 'tabplane/patch'
import { builtinType, decode } from 'tabplane/schema'

const cluster = await createCluster({ clock: 'virtual', controllers: ['*'] })
const headers = { 'Content-Type': 'application/json' }
await cluster.fetch('/api/v1/namespaces', { method: 'POST', headers, body: '{"metadata":{"name":"shop"}}' })
await cluster.advance(60_000)
const fork = await cluster.fork()
const server = await fork.listen()
const response = await fetch(server.url + '/api/v1/namespaces', { headers: { Authorization: 'Bearer ' + server.token() } })
const { items } = await response.json()
console.log(items.map(({ metadata }) => metadata.name).join())
console.log(JSON.stringify(applyMergePatch({ a: 1 }, { b: 2 })))
console.log(compile('a + 1', { variables: new Map([['a', INT]]) }).run({ a: 2 }, 1000).value)
console.log(JSON.stringify(decode(builtinType('api.core.v1.ConfigMap'), { data: { a: 'b' }, no: 1 }).faults))
console.log(typeof serverSideApply)
await cluster.close()
await fork.close()
`

/** A cluster with a folder and flags in a worker, and again from that folder. */
const WORKER = `
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { createCluster } from 'tabplane/server'

async function inWorker(storage) {
  const first = await createCluster({ clock: 'virtual', storage, flags: ['--service-cluster-ip-range=10.7.0.0/24'] })
  const headers = { 'Content-Type': 'application/json' }
  await first.fetch('/api/v1/namespaces', { method: 'POST', headers, body: '{"metadata":{"name":"shop"}}' })
  const service = await (await first.fetch('/api/v1/namespaces/default/services/kubernetes')).json()
  console.log(service.spec.clusterIP)
  await first.close()
  const second = await createCluster({ storage })
  await second.listen()
  const authorization = 'Bearer ' + JSON.parse(second.kubeconfig()).users[0].user.token
  console.log((await fetch(second.url + '/api/v1/namespaces/shop', { headers: { authorization } })).status)
  await second.close()
}

if (isMainThread) new Worker(new URL(import.meta.url), { workerData: { folder: process.argv.at(-1) } })
else await inWorker(workerData)
`

/** Every part without a page, on each runtime. The programs must end by themselves. */
export function runtimes(): void {
  it.each(RUNTIMES)('runs on %s', async (_, program, ...args) => {
    const { code, stdout, stderr } = await run(program, [...args, write('program.mjs', PROGRAM)])
    expect({ code, stderr, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      stderr: '',
      lines: [
        'default,kube-node-lease,kube-public,kube-system,shop',
        '{"a":1,"b":2}',
        '3',
        '["unknown field \\"no\\""]',
        'function',
      ],
    })
  })
  it.each(RUNTIMES)('runs in a worker on %s, with a folder', async (name, program, ...args) => {
    const stored = path.join(folder, `stored-${name.replaceAll(' ', '-')}`)
    const { code, stdout, stderr } = await run(program, [...args, write('worker.mjs', WORKER), stored])
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '10.7.0.1\n200\n', stderr: '' })
  })
}
