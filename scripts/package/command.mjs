// The command `tabplane`: a small CommonJS file, because a program that is a module starts 10 ms later. Its commands are in
// other files.
import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../setup.mjs'
import { node } from './options.mjs'

/**
 * Commands that run from a CommonJS file whose compiled code is kept (`compiled-file.ts`).
 * Each key is a file of programs. `load` is the function that loads it. `commands` maps the name of a command to its export.
 */
const COMPILED = {
  'server-programs': { load: 'compiledServer', commands: { serve: 'serve', 'kube-apiserver': 'kubeApiserver' } },
  'client-programs': { load: 'compiledClient', commands: { kubectl: 'kubectl', svcctl: 'svcctl' } },
}

const isCompiled = (command) => Object.values(COMPILED).some(({ commands }) => Object.hasOwn(commands, command))

/** The entry points of the other commands, which are modules. */
export const moduleCommands = () =>
  Object.fromEntries(
    readdirSync(path.join(root, 'package/bin/commands'))
      .map((file) => path.basename(file, '.ts'))
      .filter((command) => !isCompiled(command))
      .map((command) => [`commands/${command}`, `package/bin/commands/${command}.ts`]),
  )

/** Writes the command and the files with kept code. Resolves to the results of their builds. */
export async function writeCommand(library) {
  const programs = await Promise.all(Object.keys(COMPILED).map((set) => compiledPrograms(library, set)))
  const files = programs.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map((file) => path.basename(file))
  const main = await build({
    ...commonJs,
    entryPoints: ['package/bin/tabplane.ts'],
    outdir: library,
    plugins: [commandFiles(files)],
    sourcemap: true,
    banner: { js: '#!/usr/bin/env node' },
  })
  chmodSync(path.join(library, 'tabplane.cjs'), 0o755)
  return [...programs, main]
}

const commonJs = { ...node, outExtension: { '.js': '.cjs' }, format: 'cjs', charset: 'ascii' }

/**
 * One CommonJS file, because Node 20 keeps compiled code only of scripts. The name of the file has a hash of its text, because
 * the engine does not check that the kept code was compiled from the same text.
 */
const compiledPrograms = (library, set) =>
  build({
    ...commonJs,
    entryPoints: [`package/bin/${set}.ts`],
    outdir: path.join(library, 'chunks'),
    entryNames: '[name]-[hash]',
    sourcemap: false,
    supported: { 'dynamic-import': false },
    banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href" },
    define: { 'import.meta.url': 'fileUrl' },
  })

/** Makes the commands of `tabplane` load their built files. @param files the files of programs with kept code */
const commandFiles = (files) => ({
  name: 'command-files',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/commands\/.*\.ts$/ }, ({ path: file }) => {
      const command = path.basename(file, '.ts')
      return isCompiled(command) ? undefined : { path: `./commands/${command}.mjs`, external: true }
    })
    for (const [set, { load, commands }] of Object.entries(COMPILED))
      for (const [command, name] of Object.entries(commands))
        onLoad({ filter: new RegExp(`package/bin/commands/${command}\\.ts$`) }, ({ path: file }) => ({
          contents: `import path from 'node:path'
            import { ${load} } from '../compiled-program.ts'
            export const ${name} =
              ${load}(path.join(__dirname, 'chunks', '${files.find((each) => each.startsWith(set))}'), '${name}', require)`,
          resolveDir: path.dirname(file),
        }))
  },
})
