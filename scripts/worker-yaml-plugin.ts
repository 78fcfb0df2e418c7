import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * The YAML library in a file of its own, which the API worker loads with the first YAML body: the worker is one classic
 * script, so a library imported lazily would otherwise be part of it, 30 kB compressed before anything works.
 */
function yamlFile(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/yaml/package.json'), 'utf8')) as {
    version: string
  }
  return `yaml-${version}.js`
}

/** For the app's build: puts the file beside the worker. */
export function yamlBesideWorker(root: string): Plugin {
  return {
    name: 'yaml-beside-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'yaml', fileName: `assets/${yamlFile(root)}`, preserveSignature: 'strict' })
    },
  }
}

/** For the worker's build: leaves the import to the browser. */
export function yamlOutsideWorker(root: string): Plugin {
  return {
    name: 'yaml-outside-worker',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'yaml' ? { id: `./${yamlFile(root)}`, external: true } : undefined),
  }
}
