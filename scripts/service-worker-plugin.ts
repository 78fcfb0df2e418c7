import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { build } from 'vite'
import { isSmallFile } from '../worker/host/small-files.ts'
import { SANDBOXED_PAGE } from '../src/address/sandboxed-page.ts'

const ENTRY = 'worker/service-worker.ts'
const FILE = 'service-worker.js'

/**
 * Builds the service worker after the app, at the root and under a fixed name. It contains the list of the built files, which
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
          response.end(result?.code.replaceAll('self.__WB_MANIFEST', '[]').replaceAll('self.__SMALL_FILES', '""'))
        }, next)
      })
    },
    async writeBundle() {
      if (config.command !== 'build' || config.build.ssr) return
      const outDir = path.resolve(config.root, config.build.outDir)
      // Only builds load the hundreds of modules of Workbox. Each test run and each development server also reads this file.
      const { getManifest } = await import('workbox-build')
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
      const { name, packed } = writeSmallFiles(
        outDir,
        manifestEntries.map(({ url }) => url),
      )
      const files = manifestEntries
        .filter(({ url }) => !packed.has(url))
        .map((entry) => (entry.revision === null ? entry.url : entry))
      if (name !== '') files.push(name)
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: { 'self.__WB_MANIFEST': JSON.stringify(files), 'self.__SMALL_FILES': JSON.stringify(name) },
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

/** Writes one file with the texts of all small files below `assets/`. Its name is empty when there are none. */
function writeSmallFiles(outDir: string, paths: readonly string[]): { name: string; packed: ReadonlySet<string> } {
  const texts = new Map<string, string>()
  for (const file of paths) {
    if (!file.startsWith('assets/')) continue
    const content = readFileSync(path.join(outDir, file))
    if (isSmallFile(file, content.length)) texts.set(file, content.toString())
  }
  const packed: ReadonlySet<string> = new Set(texts.keys())
  if (packed.size === 0) return { name: '', packed }
  const json = JSON.stringify(Object.fromEntries(texts))
  const name = `assets/small-files-${createHash('sha256').update(json).digest('base64url').slice(0, 7)}.json`
  writeFileSync(path.join(outDir, name), json)
  return { name, packed }
}
