// npm run pack: builds the package `tabplane` and packs it. The last line is the path of the tarball.
// With --surface it also writes package/surface/, the public declarations under review.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeBundles } from './package/bundles.mjs'
import { declarations } from './package/declarations.mjs'
import { packageManifest } from './package/manifest.mjs'
import { notices } from './package/notices.mjs'
import { must, root, setUp } from './setup.mjs'

setUp()
const folder = path.join(root, '.cache', 'package')
const library = path.join(folder, 'lib')
const surface = path.join(root, 'package', 'surface')

rmSync(folder, { recursive: true, force: true })
mkdirSync(path.join(library, 'types'), { recursive: true })
must('tsc', ['--build', 'package'])
const inputs = await writeBundles(library)
for (const [name, text] of await declarations()) {
  writeFileSync(path.join(library, 'types', `${name}.d.ts`), text)
  if (process.argv.includes('--surface')) writeFileSync(path.join(surface, `${name}.d.ts`), text)
}
for (const file of ['LICENSE', 'CHANGELOG.md', 'package/README.md'])
  cpSync(path.join(root, file), path.join(folder, path.basename(file)))
writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.md'), notices(inputs))
const manifest = packageManifest(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', path.dirname(folder)], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [{ filename, size, unpackedSize }] = JSON.parse(packed)
console.log(`${(size / 1024).toFixed(0)} kB packed, ${(unpackedSize / 1024).toFixed(0)} kB unpacked`)
console.log(path.join(path.dirname(folder), filename))
