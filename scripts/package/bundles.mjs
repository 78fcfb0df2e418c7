import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle } from '../bundle.mjs'
import { root } from '../setup.mjs'
import { DEPENDENCIES, entriesOf, PEERS } from './entries.mjs'

/** The descriptions of fields as one value, in place of the source files that they are read from. */
const fieldDescriptions = {
  name: 'field-descriptions',
  setup({ onLoad }) {
    onLoad({ filter: /serve\/field-descriptions\.ts$/ }, async ({ path: file }) => {
      const { readFieldDescriptions } = await import(pathToFileURL(await bundle(file)).href)
      const text = JSON.stringify(readFieldDescriptions())
      return { contents: `const all = ${text}\nexport const readFieldDescriptions = () => all`, loader: 'js' }
    })
  },
}

/** The script in front of each handler as text, in place of the build that makes it. */
const runnerScript = {
  name: 'runner-script',
  setup({ onLoad }) {
    onLoad({ filter: /package\/handlers\/runner-script\.ts$/ }, async () => {
      const { outputFiles } = await build({
        entryPoints: ['src/handlers/sandbox/runner.ts'],
        absWorkingDir: root,
        bundle: true,
        format: 'iife',
        write: false,
      })
      return {
        contents: `const text = ${JSON.stringify(outputFiles[0].text)}\nexport const runnerScript = async () => text`,
      }
    })
  },
}

/** A browser has no ports. */
const noNetwork = {
  name: 'no-network',
  setup({ onResolve }) {
    const place = path.join(root, 'package/browser/no-network.ts')
    onResolve({ filter: /\/(loopback-server|webhook-caller)\.ts$/ }, () => ({ path: place }))
  },
}

const common = {
  absWorkingDir: root,
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  format: 'esm',
  target: 'es2022',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: true,
  sourcesContent: true,
  metafile: true,
  logLevel: 'error',
  legalComments: 'none',
}

const fileOf = ([name, { file }]) => [name, file]

/** Writes the bundles. Resolves to the source files that they contain. */
export async function writeBundles(library) {
  const builds = await Promise.all([forNode(library), forPages(path.join(library, 'page')), workerOf(library)])
  return builds.flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

async function forNode(library) {
  const built = await build({
    ...common,
    entryPoints: { tabplane: 'package/bin/tabplane.ts', ...Object.fromEntries(entriesOf('node').map(fileOf)) },
    outdir: library,
    splitting: true,
    external: [...DEPENDENCIES, ...PEERS],
    // Its build for Node is CommonJS, which a module cannot contain.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    platform: 'node',
    plugins: [fieldDescriptions, runnerScript],
  })
  const bin = path.join(library, 'tabplane.mjs')
  writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8')}`)
  chmodSync(bin, 0o755)
  cpSync(path.join(root, 'serve/etcd/etcd.proto'), path.join(library, 'chunks/etcd.proto'))
  return built
}

/** `server` in pages and workers is the same without ports. */
const forPages = (folder) =>
  build({
    ...common,
    entryPoints: { server: 'package/server/index.ts', ...Object.fromEntries(entriesOf('page').map(fileOf)) },
    outdir: folder,
    splitting: true,
    platform: 'browser',
    plugins: [noNetwork],
  })

/** One file, because bundlers build the file of a worker again, and some of them cannot divide it. */
const workerOf = (library) =>
  build({
    ...common,
    entryPoints: { worker: 'package/browser/worker.ts' },
    outdir: path.join(library, 'page'),
    // Those of `server` contain the same sources.
    sourcesContent: false,
    platform: 'browser',
    plugins: [noNetwork],
  })
