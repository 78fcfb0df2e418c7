import path from 'node:path'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import { serviceWorker } from './service-worker-plugin.ts'
import { wholeWorker } from './whole-worker-plugin.ts'

/** The entries that `workerBuild` builds: the app's, and the one of the recorded answers in a tab. */
const ENTRY = /[\\/](worker[\\/]main|tests[\\/]engines[\\/]tab[\\/]worker)\.ts$/

/**
 * How Vite builds the API worker: as modules, in three tiers. The entry holds only `worker/main.ts`; `core` holds every
 * module that the entry imports, in one file; each `import()` is a separate file. A start loads the entry, then all of
 * its imports together.
 */
export const workerBuild: NonNullable<UserConfig['worker']> = {
  format: 'es',
  plugins: () => [unsharedEntry()],
  rolldownOptions: {
    output: {
      // Each character of a hash is 0.75 bytes of the list of files in the service worker, which loads first.
      entryFileNames: 'assets/api-worker-[hash:7].js',
      chunkFileNames: 'assets/api-worker/[name]-[hash:7].js',
      codeSplitting: { groups: [{ name: 'core', tags: ['$initial'], test: (id) => !ENTRY.test(id) }] },
    },
  },
}

/**
 * Keeps the worker's entry a file that no other file imports: WebKit evaluates the entry of a module worker a second
 * time when another module imports it (docs/decisions/0024-browser-engines.md). The entry also names what its imports
 * import, so that the browser requests all of them in one round.
 */
function unsharedEntry(): Plugin {
  return {
    name: 'unshared-entry',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (entry === undefined) throw new Error('The worker build has no entry')
      for (const { fileName, imports, dynamicImports } of chunks) {
        if (imports.concat(dynamicImports).includes(entry.fileName))
          throw new Error(`${fileName} imports the worker's entry: move what they share into another module`)
      }
      const named = new Set(entry.imports)
      for (const name of named) for (const next of chunkNamed(chunks, name).imports) named.add(next)
      const folder = path.posix.dirname(entry.fileName)
      for (const name of [...named].slice(entry.imports.length))
        // Appended after the code, so that the source map stays valid.
        entry.code = entry.code.replace(/\n?$/, `\nimport"./${path.posix.relative(folder, name)}";\n`)
    },
  }
}

function chunkNamed(chunks: readonly Rolldown.OutputChunk[], name: string): Rolldown.OutputChunk {
  const found = chunks.find(({ fileName }) => fileName === name)
  if (found === undefined) throw new Error(`The worker build lacks ${name}`)
  return found
}

/** The plugins for files next to the API worker, for every page of this repository. */
export const besideWorker = (root: string) => [serviceWorker(root), wholeWorker(root)]

/** The configuration of a page with the host only: the workers and their page side, without the app. */
export const hostPage = (folder: string, root: string, outDir: string): UserConfig => ({
  root: folder,
  base: './',
  plugins: besideWorker(root),
  build: { target: 'es2023', outDir: path.join(root, outDir), emptyOutDir: true },
  worker: workerBuild,
})
