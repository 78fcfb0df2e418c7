import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from './layer.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }
const ENTRYPOINT = ['/usr/local/bin/node', '/app/node_modules/tabplane/lib/tabplane.cjs']
const SECOND = 1_000_000_000

/**
 * The settings of the image, the same as in package/deploy/Containerfile; engines of OCI images ignore the health
 * check.
 */
const SETTINGS = {
  User: '1000:1000',
  Env: ['PATH=/usr/local/bin', 'NODE_ENV=production'],
  Entrypoint: ENTRYPOINT,
  Cmd: [
    'serve',
    '--dialect=k8s',
    '--port=8080',
    '--bind-address=0.0.0.0',
    '--authorization-mode=RBAC',
    '--token-auth-file=/config/tokens.csv',
  ],
  WorkingDir: '/',
  Volumes: { '/data': {} },
  ExposedPorts: { '8080/tcp': {} },
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: [
      'CMD',
      '/usr/local/bin/node',
      '-e',
      "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))",
    ],
    Interval: 10 * SECOND,
    Timeout: 10 * SECOND,
    StartPeriod: 5 * SECOND,
    Retries: 3,
  },
}

/** Writes an archive that is an OCI image layout, and also has the `manifest.json` that `docker load` reads. */
export function writeArchive(archive, version, layers) {
  const folder = `${archive}.partial`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'blobs', 'sha256'), { recursive: true })
  const put = (mediaType, bytes) => {
    const digest = sha256(bytes)
    writeFileSync(path.join(folder, placeOf(digest)), bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const type = (name) => `application/vnd.oci.image.${name}`
  const config = {
    architecture: ARCHITECTURES[process.arch] ?? process.arch,
    os: 'linux',
    config: SETTINGS,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  }
  const manifest = {
    schemaVersion: 2,
    mediaType: type('manifest.v1+json'),
    config: put(type('config.v1+json'), json(config)),
    layers: layers.map(({ bytes }) => put(type('layer.v1.tar+gzip'), bytes)),
    annotations: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.licenses': 'Apache-2.0' },
  }
  const name = `localhost/tabplane:${version}`
  const described = {
    ...put(type('manifest.v1+json'), json(manifest)),
    annotations: { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': version },
  }
  const write = (file, value) => writeFileSync(path.join(folder, file), json(value))
  write('oci-layout', { imageLayoutVersion: '1.0.0' })
  write('index.json', { schemaVersion: 2, mediaType: type('index.v1+json'), manifests: [described] })
  const Layers = manifest.layers.map(({ digest }) => placeOf(digest))
  write('manifest.json', [{ Config: placeOf(manifest.config.digest), RepoTags: [name], Layers }])
  execFileSync('tar', ['--create', `--file=${archive}`, `--directory=${folder}`, '--sort=name', '--mtime=@0', '.'])
  rmSync(folder, { recursive: true })
}

const json = (value) => Buffer.from(JSON.stringify(value))

const placeOf = (digest) => `blobs/${digest.replace(':', '/')}`
