// Bundles a program into one file. The loader for development reads each file separately, and sets the name of every
// function at run time, which costs the server a fifth of its speed.
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
import { programs } from './kept-programs.mjs'
import { DEPENDENCIES } from './package/entries.mjs'
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

/** Servers start often, so they run with kept compiled code, which Node 20 has only for scripts. */
const COMPILED = new Set(['serve/main.ts'])

/** The files besides its sources on which a bundle depends. */
const SETTINGS = [
  'scripts/bundle.mjs',
  'package-lock.json',
  'tsconfig.base.json',
  ...['serve', 'worker', 'src', 'package', 'tests', 'bench', 'scripts'].map((room) => `${room}/tsconfig.json`),
]

/** Bundles a program of this repository. Resolves to the file to run. */
export async function bundle(file) {
  const settings = programs.stamped(SETTINGS)
  const began = Date.now()
  const { outputFiles, inputs } = await (COMPILED.has(file) ? compiledProgram(file) : program(file))
  const hash = createHash('sha256').update(file)
  for (const { hash: part } of outputFiles) hash.update(part)
  const place = path.join(folder, hash.digest('hex').slice(0, 16))
  if (!existsSync(place)) write(outputFiles, place)
  const now = new Date()
  utimesSync(place, now, now)
  const main = path.join(place, 'main.mjs')
  // A source that changed during the build is bundled again.
  const isSteady = inputs.every((name) => statSync(path.join(root, name)).mtimeMs < began)
  if (isSteady) programs.keep(file, main, [...settings, ...programs.stamped(inputs)])
  return main
}

const common = {
  absWorkingDir: root,
  // Two levels below the project folder, like the written file.
  outdir: path.join(folder, 'one'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  metafile: true,
  write: false,
  logLevel: 'error',
}

/** The names of the source files. The names of a package's files change with the lock file. */
const inputsOf = ({ metafile }) => Object.keys(metafile.inputs).filter((name) => !name.startsWith('node_modules/'))

/** Builds a program as modules. Packages stay external. */
async function program(file) {
  const built = await build({
    ...common,
    entryPoints: { main: file },
    splitting: true,
    packages: 'external',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [ownPlace],
  })
  return { outputFiles: built.outputFiles, inputs: inputsOf(built) }
}

/** Builds a program as one script with its packages, except `DEPENDENCIES`, and the module that loads the script. */
async function compiledProgram(file) {
  const main = await build({ ...common, entryPoints: { main: 'scripts/compiled-main.ts' }, format: 'esm' })
  const script = await build({
    ...common,
    entryPoints: { program: file },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // `compiled-file.ts` reads Latin-1.
    charset: 'ascii',
    external: DEPENDENCIES,
    // The build of `yaml` for Node is not a module, and is larger.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    supported: { 'dynamic-import': false },
    plugins: [ownPlace],
  })
  return {
    outputFiles: [...main.outputFiles, ...script.outputFiles],
    inputs: [main, script].flatMap(inputsOf),
  }
}

/** Writes a program's folder by a rename, because another process may write it too, and deletes folders older than a day. */
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
