// A program in one piece: what is loaded file by file for development gives every function its name anew at run time,
// which costs the server a fifth of its speed, and is found on the disk file by file.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './setup.mjs'

const folder = path.join(root, '.cache', 'programs')
const DAY_MS = 24 * 60 * 60 * 1000

/** A file that asks where it is means its source. */
const ownPlace = {
  name: 'own-place',
  setup({ initialOptions, onLoad }) {
    initialOptions.define = { 'import.meta.url': 'ownUrl', 'import.meta.dirname': 'ownFolder' }
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      if (!text.includes('import.meta.')) return undefined
      const url = JSON.stringify(pathToFileURL(file).href)
      const own = `const ownUrl = ${url}, ownFolder = ${JSON.stringify(path.dirname(file))};`
      return { contents: own + text, loader: file.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}

/** Bundles a program of ours; packages stay where they are. Resolves to the file to run. */
export async function bundle(file) {
  const { outputFiles } = await build({
    entryPoints: { main: file },
    absWorkingDir: root,
    // Two levels below the folder, as what is written.
    outdir: path.join(folder, 'one'),
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    logLevel: 'error',
    plugins: [ownPlace],
  })
  const hash = createHash('sha256').update(file)
  for (const { hash: part } of outputFiles) hash.update(part)
  const place = path.join(folder, hash.digest('hex').slice(0, 16))
  if (!existsSync(place)) write(outputFiles, place)
  const now = new Date()
  utimesSync(place, now, now)
  return path.join(place, 'main.mjs')
}

/** All at once: another process may write the same. */
function write(outputFiles, place) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const old = path.join(folder, name)
    if (Date.now() - statSync(old).mtimeMs > DAY_MS) rmSync(old, { recursive: true, force: true })
  }
  const draft = mkdtempSync(path.join(folder, 'draft-'))
  for (const { path: written, contents } of outputFiles)
    writeFileSync(path.join(draft, path.basename(written)), contents)
  try {
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(place)) throw error
  }
}
