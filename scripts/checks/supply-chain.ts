// npm run supply-chain
// Checks the packages of package-lock.json: a hash for each download, known install scripts, known licences of what is used
// at run time. Ends with 1 and the names when something is new.
import { readFileSync } from 'node:fs'

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

const INSTALL_SCRIPTS = new Set([
  '@mongodb-js/zstd',
  'classic-level',
  'esbuild',
  '@parcel/watcher',
  'fsevents',
  'node-liblzma',
  'protobufjs',
])
const LICENCES = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'CC0-1.0',
  'Python-2.0',
  'Unlicense',
  'OFL-1.1',
])
/** Packages with another licence, for the reason in docs/security.md. */
const EXCEPTIONS = new Set(['node-liblzma'])

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockEntry>
}
const entries = Object.entries(packages).flatMap(([place, entry]) => {
  const name = place.split('node_modules/').at(-1) ?? ''
  return name === '' ? [] : [{ name, entry }]
})

/** Whether a licence is known. In `(MIT OR WTFPL)`, one known licence suffices. */
const isKnownLicence = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => LICENCES.has(each))

const faults = entries.flatMap(({ name, entry }) => {
  const found: string[] = []
  // The files of a bundled package are inside a download that has a hash. A package without an address is downloaded on
  // the platform that it is for.
  if (entry.integrity === undefined && entry.inBundle !== true) found.push(`${name} is downloaded without integrity`)
  if (entry.hasInstallScript === true && !INSTALL_SCRIPTS.has(name)) found.push(`${name} has an install script`)
  const isUsed = entry.dev !== true && entry.license !== undefined && !EXCEPTIONS.has(name)
  if (isUsed && !isKnownLicence(entry.license ?? '')) found.push(`${name} has the licence ${entry.license}`)
  return found
})
const count = (is: (entry: LockEntry) => boolean): number => entries.filter(({ entry }) => is(entry)).length
console.log(
  `${entries.length} packages, ${count(({ dev }) => dev !== true)} of them at run time; ` +
    `${count(({ integrity }) => integrity !== undefined)} with a hash, ` +
    `${count(({ inBundle }) => inBundle === true)} inside the download of another package`,
)
for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 ? 0 : 1)
