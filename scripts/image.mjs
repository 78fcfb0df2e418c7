// npm run image [-- TARBALL]: builds a container image of the package without a container engine and without a base image.
// The image has the Node that runs this script, the libraries that Node loads, and the package with its dependencies. The
// last line is the path of the archive, for `podman load --input` and `docker load --input`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeArchive } from './image/archive.mjs'
import { layerOf } from './image/layer.mjs'
import { layRuntime } from './image/runtime.mjs'
import { root } from './setup.mjs'

if (process.platform !== 'linux') {
  console.error('The image holds the Node of this machine, which must run Linux: use package/deploy/Containerfile.')
  process.exit(1)
}

const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
const pack = () =>
  execFileSync(process.execPath, [path.join(root, 'scripts', 'pack.mjs')], quiet)
    .trim()
    .split('\n')
    .at(-1)

const tarball = path.resolve(process.argv[2] ?? pack())
if (!existsSync(tarball)) {
  console.error(`${tarball} does not exist: name the tarball that npm run pack printed.`)
  process.exit(2)
}
const folder = path.join(root, '.cache', 'image')
const [runtime, own, data] = ['runtime', 'package', 'data'].map((name) => path.join(folder, name))
rmSync(folder, { recursive: true, force: true })
layRuntime(runtime)
const app = path.join(own, 'app')
mkdirSync(app, { recursive: true })
writeFileSync(path.join(app, 'package.json'), '{ "private": true }\n')
// Install scripts are not needed, because native packages have prebuilt files. A script might build for another Node.
const flags = ['--omit=dev', '--omit=optional', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund']
execFileSync('npm', ['install', ...flags, tarball], { cwd: app, stdio: ['ignore', 2, 2] })
mkdirSync(path.join(data, 'data'), { recursive: true })

const { version } = JSON.parse(readFileSync(path.join(app, 'node_modules', 'tabplane', 'package.json'), 'utf8'))
const archive = path.join(root, '.cache', `tabplane-${version}-image.tar`)
writeArchive(archive, version, [layerOf(runtime, 0), layerOf(own, 0), layerOf(data, 1000)])
rmSync(folder, { recursive: true })
console.log(archive)
