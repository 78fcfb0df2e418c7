import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle } from '../bundle.mjs'
import { root } from '../setup.mjs'
import { moduleCommands, writeCommand } from './command.mjs'
import { entriesOf } from './entries.mjs'
import { common, FIELD_DESCRIPTIONS, node } from './options.mjs'

async function writeFieldDescriptions(folder) {
  const file = await bundle(path.join(root, 'serve/field-descriptions.ts'))
  const { readFieldDescriptions } = await import(pathToFileURL(file).href)
  writeFileSync(path.join(folder, FIELD_DESCRIPTIONS), JSON.stringify(readFieldDescriptions()))
}

/** Replaces the modules for ports, webhooks, folders and flags, which a browser does not have. */
const noNetwork = {
  name: 'no-network',
  setup({ onResolve }) {
    const place = path.join(root, 'package/browser/no-network.ts')
    onResolve({ filter: /\/(loopback-server|webhook-caller|flag-options|folder-snapshot-log)\.ts$/ }, () => ({
      path: place,
    }))
  },
}

const fileOf = ([name, { file }]) => [name, file]

/** Writes the bundles. Resolves to the source files that they contain. */
export async function writeBundles(library) {
  const builds = await Promise.all([
    writeCommand(library),
    forNode(library),
    forPages(path.join(library, 'page')),
    workerOf(library),
  ])
  return builds.flat().flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

async function forNode(library) {
  const built = await build({
    ...node,
    entryPoints: { ...moduleCommands(), ...Object.fromEntries(entriesOf('node').map(fileOf)) },
    outdir: library,
    splitting: true,
  })
  cpSync(path.join(root, 'serve/etcd/etcd.proto'), path.join(library, 'chunks/etcd.proto'))
  await writeFieldDescriptions(path.join(library, 'chunks'))
  return built
}

/** Builds the parts for pages and workers, whose `server` is the same without ports. */
const forPages = (folder) =>
  build({
    ...common,
    entryPoints: { server: 'package/server/index.ts', ...Object.fromEntries(entriesOf('page').map(fileOf)) },
    outdir: folder,
    splitting: true,
    // Browsers show these texts, and bundlers warn of maps whose sources are not there.
    sourcesContent: true,
    platform: 'browser',
    plugins: [noNetwork],
  })

/**
 * Builds the worker as one file, because bundlers build the file of a worker again, and some of them cannot divide it.
 */
const workerOf = (library) =>
  build({
    ...common,
    entryPoints: { worker: 'package/browser/worker.ts' },
    outdir: path.join(library, 'page'),
    // The sources of the worker have maps beside `server`. A second copy would be an eighth of the package.
    sourcemap: false,
    platform: 'browser',
    plugins: [noNetwork],
  })
