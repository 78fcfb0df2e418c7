import type { Plugin, ResolvedConfig } from 'vite'
import { build } from 'vite'

const SUFFIX = '?whole'

/**
 * Makes `import url from './worker.ts?whole'` the address of the worker as one classic script, with all lazily loaded
 * parts. Only such a script starts from a blob in a sandboxed frame.
 */
export function wholeWorker(root: string): Plugin {
  let config: ResolvedConfig
  return {
    name: 'whole-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    load: {
      filter: { id: /\?whole$/ },
      async handler(id) {
        const result = await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          build: {
            write: false,
            target: config.build.target,
            // The library build omits the code by which a page loads parts.
            lib: { entry: id.slice(0, -SUFFIX.length), formats: ['iife'], name: 'apiWorker' },
          },
        })
        const [script] = (Array.isArray(result) ? result : []).flatMap(({ output }) => output)
        if (script?.type !== 'chunk') throw new Error(`${id} has to become one script`)
        const file = this.emitFile({ type: 'asset', name: 'whole-api-worker.js', source: script.code })
        return `export default import.meta.ROLLUP_FILE_URL_${file}`
      },
    },
  }
}
