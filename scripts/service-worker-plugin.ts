import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { build } from 'vite'
import { getManifest } from 'workbox-build'
import { SANDBOXED_PAGE } from '../src/address/sandboxed-page.ts'

const ENTRY = 'worker/service-worker.ts'
const FILE = 'service-worker.js'

/**
 * Builds the service worker after the app, at the root and under a fixed name, with the list of the built files, which
 * it caches for offline use. In development the source is served under the same name and caches nothing.
 */
export function serviceWorker(root: string): Plugin {
  let config: ResolvedConfig
  return {
    name: 'service-worker',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        server.transformRequest(`/${ENTRY}`).then((result) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(result?.code.replaceAll('self.__WB_MANIFEST', '[]'))
        }, next)
      })
    },
    async writeBundle() {
      if (config.command !== 'build' || config.build.ssr) return
      const outDir = path.resolve(config.root, config.build.outDir)
      const { manifestEntries, warnings } = await getManifest({
        globDirectory: outDir,
        globPatterns: ['**/*.{html,js,css,woff2,svg,png,webmanifest,json}'],
        // The page without an origin, which uses the whole worker script, has no service worker. The pages of the package are read online.
        globIgnores: [FILE, SANDBOXED_PAGE, 'assets/whole-api-worker-*', 'api-docs/**'],
        // Vite puts a hash into these names; workbox need not add a revision.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 8 * 2 ** 20,
      })
      for (const warning of warnings) config.logger.warn(warning)
      const files = manifestEntries.map((entry) => (entry.revision === null ? entry.url : entry))
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: { 'self.__WB_MANIFEST': JSON.stringify(files) },
        build: {
          outDir,
          emptyOutDir: false,
          target: config.build.target,
          sourcemap: config.build.sourcemap,
          rolldownOptions: {
            input: path.join(root, ENTRY),
            output: { format: 'iife', entryFileNames: FILE },
          },
        },
      })
    },
  }
}
