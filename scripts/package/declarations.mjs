import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { root } from '../setup.mjs'
import { ENTRIES, PEERS } from './entries.mjs'

/**
 * The public declarations of each entry, in one text that imports no other file of this repository. `tsc --build package` must
 * have run.
 */
export async function declarations() {
  const texts = new Map()
  for (const [name, { file }] of Object.entries(ENTRIES))
    texts.set(name, moduleComment(name, file) + (await declarationsOf(name, file)))
  return texts
}

async function declarationsOf(name, file) {
  const input = path.join(root, '.cache/types', file.replace(/\.ts$/, '.d.ts'))
  const bundle = await rollup({
    input,
    external: [...PEERS, /^node:/, 'comlink'],
    plugins: [name === 'server' ? undefined : ofServer, emitted, dts()],
    onwarn: (warning) => {
      throw new Error(warning.message)
    },
  })
  const { output } = await bundle.generate({ format: 'es' })
  return output[0].code
}

/** The comment at the beginning of the entry's source file. The bundle of declarations does not keep it. */
function moduleComment(name, file) {
  const [comment = ''] = /^\/\*\*.*?\*\/\n/s.exec(readFileSync(path.join(root, file), 'utf8')) ?? []
  if (!comment.includes('@packageDocumentation')) throw new Error(`${file} must begin with a @packageDocumentation`)
  return comment.replace('@packageDocumentation', `@module tabplane/${name}`)
}

/** Resolves `./a.ts` in an emitted declaration to the file `./a.d.ts`. */
const emitted = {
  name: 'emitted',
  resolveId: (source, importer) =>
    importer !== undefined && source.startsWith('.')
      ? path.resolve(path.dirname(importer), source.replace(/\.ts$/, '.d.ts'))
      : null,
}

/** Makes the other entries import the types of `tabplane/server` instead of copying them. */
const ofServer = {
  name: 'of-server',
  resolveId: (source) =>
    /\/server\/(cluster|faults)\.ts$/.test(source) ? { id: 'tabplane/server', external: true } : null,
}
