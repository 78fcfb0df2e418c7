// Options that the builds of the package have in common.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../bundle.mjs'
import { root } from '../setup.mjs'
import { DEPENDENCIES, PEERS } from './entries.mjs'

export const FIELD_DESCRIPTIONS = 'field-descriptions.json'

/** Makes the server read the descriptions of fields from one file, instead of from the source files. */
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

/** The programs of a handler's process as texts, in place of the build that makes them. */
const handlerScripts = {
  name: 'handler-scripts',
  setup({ onLoad }) {
    onLoad({ filter: /package\/handlers\/handler-scripts\.ts$/ }, async ({ path: file }) => {
      const { handlerScripts: build } = await import(pathToFileURL(await bundle(file)).href)
      return {
        contents: `const scripts = ${JSON.stringify(await build())}\nexport const handlerScripts = async () => scripts`,
      }
    })
  },
}

export const common = {
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

export const node = {
  ...common,
  // Stack traces need names and lines only.
  sourcesContent: false,
  external: [...DEPENDENCIES, ...PEERS],
  // The build of `yaml` for Node is CommonJS, which a module cannot contain.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  platform: 'node',
  plugins: [fieldDescriptions, handlerScripts],
}
