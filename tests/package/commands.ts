import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../conformance/port.ts'
import { bin, folder, installed, root, run, tabplane, write } from './installed-package.ts'

/** The commands of `tabplane`. */
export function commands(): void {
  it('accepts the manifests of package/deploy/', async () => {
    const { code, stdout } = await tabplane('check', path.join(root, 'package/deploy/deployment.yaml'))
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'deployment.apps/tabplane is valid\nservice/tabplane is valid\n',
    })
  })

  it.each(['version', '--version'])('prints its version: %s', async (name) => {
    expect(await tabplane(name)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^tabplane \d+\.\d+\.\d+/),
    })
  })

  it('serves over HTTP, and its client reaches the server', async () => {
    const server = spawn(bin, ['serve', '--port=0', '--controllers=-*'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
      const url = /Serving on (\S+)/.exec(line)?.[1] ?? ''
      const { stdout } = await tabplane('kubectl', '--server', url, 'get', 'namespaces', '-o', 'name')
      expect(stdout).toContain('namespace/default')
      expect((await tabplane('kubectl', '--server', url, 'explain', 'pod.spec.nodeName')).stdout).toContain(
        'DESCRIPTION',
      )
    } finally {
      server.kill()
      await once(server, 'exit')
    }
  })

  it('keeps the compiled code of a server beside its program, and starts with it', async () => {
    const chunks = path.join(installed, 'lib/chunks')
    const first = await served()
    const kept = readdirSync(chunks).filter((name) => name.includes('.cjs.serve.'))
    expect(kept).toHaveLength(1)
    const { mtimeMs } = statSync(path.join(chunks, kept[0] ?? ''))
    expect(await served()).toEqual(first)
    // Code that the engine refuses would be written again.
    expect(statSync(path.join(chunks, kept[0] ?? '')).mtimeMs).toBe(mtimeMs)
  })

  it('keeps the compiled code of each command of the client that succeeds, and starts with it', async () => {
    const kept = (command: string) =>
      readdirSync(path.join(installed, 'lib/chunks')).filter((name) => name.includes(`.cjs.${command}.`))
    const first = await tabplane('kubectl', 'version', '--client')
    expect(kept('version')).toHaveLength(1)
    expect(await tabplane('kubectl', 'version', '--client')).toEqual(first)
    expect(kept('version')).toHaveLength(1)
    expect(await tabplane('kubectl', 'unknown')).toMatchObject({ code: 1 })
    expect(kept('unknown')).toEqual([])
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
    write('a.yaml', JSON.stringify(toy('bear', 3)))
    write('b.yaml', JSON.stringify(definition))
    const valid = await tabplane('check', 'a.yaml', 'b.yaml')
    expect(valid).toMatchObject({ code: 0, stderr: '' })
    expect(valid.stdout).toContain('toy.example.com/bear is valid')
    write('c.yaml', JSON.stringify(toy('whale', 30)))
    const refused = await tabplane('check', 'a.yaml', 'b.yaml', 'c.yaml')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('c.yaml: ')
    expect(refused.stderr).toContain('toys are small')
  })

  it('writes programs that a test framework starts as etcd and kube-apiserver', async () => {
    const { stdout } = await tabplane('envtest-assets', 'assets', '--v=2')
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
      const server = ['--server', `https://127.0.0.1:${port}`, '--insecure-skip-tls-verify', '--token=unknown']
      const { code, stderr } = await run(path.join(assets, 'kubectl'), [...server, 'get', 'pods'])
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(
          'error: You must be logged in to the server (the server has asked for the client to provide credentials)',
        ),
      })
    } finally {
      for (const program of programs) program.kill()
      for (const program of programs) if (program.exitCode === null) await once(program, 'exit')
    }
  })
}

/** Starts a server and ends it. Resolves to the namespaces that it has. */
async function served(): Promise<string> {
  const server = spawn(bin, ['serve', '--port=0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
  const url = /Serving on (\S+)/.exec(line)?.[1] ?? ''
  const { stdout } = await tabplane('kubectl', '--server', url, 'get', 'namespaces', '-o', 'name')
  server.kill()
  await once(server, 'exit')
  return stdout
}

/** Sends requests until one is answered, and resolves to its status. The time limit of the test is the only bound. */
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
