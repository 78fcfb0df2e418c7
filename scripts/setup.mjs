// Installs the dependencies when the lock file is newer than the installed packages, so that every command works on a
// fresh clone.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath, firstOf } from './chromium-path.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Tabplane needs Node 20 or later; this is ${process.version}.`)
  process.exit(1)
}

/** The environment of started programs: the tools of this repository come first in PATH. */
const environment = () => ({
  ...process.env,
  PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
})

/** Runs a program in the project folder. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment(), ...options })
  if (result.error) throw result.error
  return result
}

/**
 * Starts a program in the project folder. Resolves to its exit status and output. `print` receives each part of the output at
 * once.
 */
export function start(program, args, print = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        print(text)
      })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** Runs a program; a failure ends this process. */
export function must(program, args, options) {
  const { status } = run(program, args, options)
  if (status !== 0) process.exit(status ?? 1)
}

export function setUp() {
  const installed = path.join(root, 'node_modules', '.package-lock.json')
  const lock = path.join(root, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  // Standard output belongs to the command itself (a server's address, a client's answer).
  must('npm', ['ci', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
}

/**
 * The path of etcd, for the tests of several servers: the program that `ETCD` names, an installed one, or the one of Debian's
 * package. The package is unpacked in the project folder, so that no service starts. Ends the process when none is available.
 */
export function etcd() {
  const folder = path.join(root, '.cache', 'etcd')
  const unpacked = path.join(folder, 'usr', 'bin', 'etcd')
  const found = firstOf([process.env.ETCD, '/usr/bin/etcd', '/usr/local/bin/etcd', unpacked])
  if (found) return found
  mkdirSync(folder, { recursive: true })
  const commands = [
    'apt-get download -qq etcd-server || { apt-get update -qq && apt-get download -qq etcd-server; }',
    'dpkg-deb --extract etcd-server_*.deb .',
  ]
  const { status } = spawnSync('sh', ['-c', commands.join(' && ')], { cwd: folder, stdio: ['ignore', 'ignore', 2] })
  if (status === 0 && existsSync(unpacked)) return unpacked
  console.error('etcd is missing, and apt-get cannot download the package etcd-server. Name a binary in ETCD.')
  process.exit(1)
}

/** Installs Chromium for the journeys with apt when it is missing, and its headless shell if the distribution has one. */
export function chromium() {
  if (chromiumPath() === undefined) installMissing('chromium', 'chromium-headless-shell')
}

/**
 * The path of Firefox, for the journeys in a second engine: the program that `FIREFOX` names, or an installed one. apt installs
 * a missing one.
 */
export const firefox = () =>
  firstOf([process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']) ?? installMissing('firefox-esr')

/**
 * Whether WebKit is available for the journeys in a third engine: the driver that `WEBKIT_DRIVER` names, or an installed one.
 * When WebKit is missing, installs Debian's packages. False when the distribution has no such packages.
 */
export function webkit() {
  const programs = [process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  if (programs.every((program) => existsSync(program))) return true
  const packages = ['webkit2gtk-driver', 'xvfb']
  if (!existsSync('/usr/bin/apt-get')) return false
  console.error('WebKit is missing.')
  aptGet('update')
  if (!packages.every(isPackage)) return false
  install(packages)
  return true
}

/**
 * Installs a package, and each optional package of the distribution. Returns the program of the first package. Ends the
 * process when the installation fails.
 */
function installMissing(name, ...optional) {
  console.error(`${name} is missing.`)
  aptGet('update')
  install([name, ...optional.filter(isPackage)])
  return `/usr/bin/${name}`
}

const isPackage = (name) => run('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

function install(packages) {
  console.error(`Installing packages of the distribution: ${packages.join(', ')}.`)
  aptGet('install', '-y', ...packages)
}

/** A failure ends this process. Standard output belongs to the command itself. */
const aptGet = (...args) => must('apt-get', ['-qq', ...args], { stdio: ['ignore', 2, 2] })
