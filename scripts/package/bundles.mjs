import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle } from '../bundle.mjs'
import { root } from '../setup.mjs'
import { DEPENDENCIES, entriesOf, PEERS } from './entries.mjs'

/** The descriptions of fields as a file of their own, in place of the source files that they are read from. */
const fieldDescriptions = {
  name: 'field-descriptions',
  setup({ onLoad }) {
    onLoad({ filter: /serve\/field-descriptions\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs'
        export const readFieldDescriptions = () =>
          JSON.parse(readFileSync(new URL('${FIELD_DESCRIPTIONS}', import.meta.url), 'utf8'))`,
    }))
  },
}

async function writeFieldDescriptions(folder) {
  const file = await bundle(path.join(root, 'serve/field-descriptions.ts'))
  const { readFieldDescriptions } = await import(pathToFileURL(file).href)
  writeFileSync(path.join(folder, FIELD_DESCRIPTIONS), JSON.stringify(readFieldDescriptions()))
}

/** The commands that start a server, from one file whose compiled code is kept (`compiled-file.ts`). */
const serverCommands = (file) => ({
  name: 'server-commands',
  setup({ onLoad }) {
    onLoad({ filter: /package\/bin\/commands\/(serve|kube-apiserver)\.ts$/ }, ({ path: command }) => {
      const name = command.endsWith('/serve.ts') ? 'serve' : 'kubeApiserver'
      return {
        contents: `import { fileURLToPath } from 'node:url'
          import { compiledProgram } from '../compiled-program.ts'
          export const ${name} =
            compiledProgram(fileURLToPath(new URL('${file}', import.meta.url)), '${name}')`,
        resolveDir: path.dirname(command),
      }
    })
  },
})

/** The programs of a handler's process as texts, in place of the build that makes them. */
const handlerScripts = {
  name: 'handler-scripts',
  setup({ onLoad }) {
    onLoad({ filter: /package\/handlers\/handler-scripts\.ts$/ }, async () => {
      const text = async (entry, options) => {
        const entryPoints = [`package/handlers/${entry}`]
        const { outputFiles } = await build({
          ...options,
          entryPoints,
          absWorkingDir: root,
          bundle: true,
          write: false,
        })
        return outputFiles[0].text
      }
      const scripts = {
        process: await text('process/main.ts', { format: 'cjs', platform: 'node' }),
        context: await text('context/main.ts', { format: 'iife' }),
      }
      return {
        contents: `const scripts = ${JSON.stringify(scripts)}\nexport const handlerScripts = async () => scripts`,
      }
    })
  },
}

/** A browser has no ports, folders and flags. */
const noNetwork = {
  name: 'no-network',
  setup({ onResolve }) {
    const place = path.join(root, 'package/browser/no-network.ts')
    onResolve({ filter: /\/(loopback-server|webhook-caller|flag-options|folder-snapshot-log)\.ts$/ }, () => ({
      path: place,
    }))
  },
}

const FIELD_DESCRIPTIONS = 'field-descriptions.json'

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
  metafile: true,
  logLevel: 'error',
  legalComments: 'none',
}

const fileOf = ([name, { file }]) => [name, file]

/** Writes the bundles. Resolves to the source files that they contain. */
export async function writeBundles(library) {
  const servers = await serverPrograms(library)
  const command = path.basename(Object.keys(servers.metafile.outputs).find((file) => file.endsWith('.cjs')))
  const builds = [
    servers,
    ...(await Promise.all([forNode(library, command), forPages(path.join(library, 'page')), workerOf(library)])),
  ]
  return builds.flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

const node = {
  ...common,
  // Stack traces need names and lines only.
  sourcesContent: false,
  external: [...DEPENDENCIES, ...PEERS],
  // Its build for Node is CommonJS, which a module cannot contain.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  platform: 'node',
}

/**
 * One CommonJS file: Node 20 keeps compiled code only of scripts. Its name has a hash of its text, which the engine
 * does not compare with that of kept code.
 */
const serverPrograms = (library) =>
  build({
    ...node,
    entryPoints: ['package/bin/server-programs.ts'],
    outdir: path.join(library, 'chunks'),
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    sourcemap: false,
    charset: 'ascii',
    supported: { 'dynamic-import': false },
    banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href" },
    define: { 'import.meta.url': 'fileUrl' },
    plugins: [fieldDescriptions, handlerScripts],
  })

async function forNode(library, command) {
  const built = await build({
    ...node,
    entryPoints: { tabplane: 'package/bin/tabplane.ts', ...Object.fromEntries(entriesOf('node').map(fileOf)) },
    outdir: library,
    splitting: true,
    plugins: [fieldDescriptions, handlerScripts, serverCommands(command)],
  })
  const bin = path.join(library, 'tabplane.mjs')
  writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8')}`)
  chmodSync(bin, 0o755)
  cpSync(path.join(root, 'serve/etcd/etcd.proto'), path.join(library, 'chunks/etcd.proto'))
  await writeFieldDescriptions(path.join(library, 'chunks'))
  return built
}

/** `server` in pages and workers is the same without ports. */
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

/** One file, because bundlers build the file of a worker again, and some of them cannot divide it. */
const workerOf = (library) =>
  build({
    ...common,
    entryPoints: { worker: 'package/browser/worker.ts' },
    outdir: path.join(library, 'page'),
    // Its sources have maps beside `server`. A second copy would be an eighth of the package.
    sourcemap: false,
    platform: 'browser',
    plugins: [noNetwork],
  })
