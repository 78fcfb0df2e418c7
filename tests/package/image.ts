import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folder, packed, root, run } from './installed-package.ts'

interface Descriptor {
  readonly digest: string
  readonly size: number
}

interface Manifest {
  readonly config: Descriptor
  readonly layers: readonly Descriptor[]
}

interface Config {
  readonly config: { readonly Entrypoint: readonly string[]; readonly User: string }
}

const isRoot = process.getuid?.() === 0

export function image(): void {
  const layout = path.join(folder, 'image')
  const blob = ({ digest }: Descriptor): string => path.join(layout, 'blobs', digest.replace(':', '/'))
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
  const manifest = (): Manifest => {
    const index = read(path.join(layout, 'index.json')) as { readonly manifests: readonly Descriptor[] }
    const [described] = index.manifests
    if (described === undefined) throw new Error('the index names no manifest')
    return read(blob(described)) as Manifest
  }

  it('is an OCI layout whose digests and sizes match its files', { timeout: 300_000 }, async () => {
    const built = await run(process.execPath, [path.join(root, 'scripts/image.mjs'), packed()])
    expect(built).toMatchObject({ code: 0 })
    mkdirSync(layout)
    const archive = built.stdout.trim().split('\n').at(-1) ?? ''
    execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${layout}`])
    const { config, layers } = manifest()
    for (const described of [config, ...layers]) {
      const bytes = readFileSync(blob(described))
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
      expect([digest, bytes.length]).toEqual([described.digest, described.size])
    }
  })

  // Only root may change the root folder of a process.
  it.runIf(isRoot)('serves as a user without rights, with no files but its own', { timeout: 120_000 }, async () => {
    const rootfs = path.join(folder, 'rootfs')
    mkdirSync(rootfs)
    const { config, layers } = manifest()
    for (const layer of layers) execFileSync('tar', ['--extract', `--file=${blob(layer)}`, `--directory=${rootfs}`])
    mkdirSync(path.join(rootfs, 'config'))
    writeFileSync(path.join(rootfs, 'config/tokens.csv'), 'secret-1,admin,admin,system:masters\n')
    const { User, Entrypoint } = (read(blob(config)) as Config).config
    const flags = ['--port=0', '--dialect=k8s', '--authorization-mode=RBAC', '--token-auth-file=/config/tokens.csv']
    const args = [`--userspec=${User}`, rootfs, ...Entrypoint, 'serve', ...flags, '--data-dir=/data/cluster']
    const server = spawn('chroot', args, { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      let output = ''
      for await (const chunk of server.stdout.setEncoding('utf8')) if ((output += String(chunk)).includes('\n')) break
      const url = output.trim().split(' ').at(-1) ?? ''
      const headers = { Authorization: 'Bearer secret-1' }
      expect((await fetch(`${url}/api/v1/namespaces/default`, { headers })).status).toBe(200)
    } finally {
      server.kill()
    }
  })
}
