import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { API_FOLDER, apiPages } from './api-pages.ts'

/** Publishes the API reference of the package with the app. The service worker does not cache it. */
export function apiDocs(root: string): Plugin {
  let config: ResolvedConfig
  return {
    name: 'api-docs',
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      if (config.build.ssr) return
      const folder = await apiPages(root)
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const name = path.relative(folder, file).split(path.sep).join('/')
        this.emitFile({ type: 'asset', fileName: `${API_FOLDER}/${name}`, source: readFileSync(file) })
      }
    },
  }
}
