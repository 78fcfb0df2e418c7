// Bundles a program into one file. The loader for development sets the name of every function at run time, which costs
// the server a fifth of its speed, and reads each file separately.
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

/** `import.meta` of a bundled file refers to its source file. */
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

/** Bundles a program of this repository; packages stay external. Resolves to the file to run. */
export async function bundle(file) {
  const { outputFiles } = await build({
    entryPoints: { main: file },
    absWorkingDir: root,
    // Two levels below the project folder, like the written file.
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

/** Written by a rename, because another process may write the same file. */
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
