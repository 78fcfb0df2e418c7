import type { Plugin, ResolvedConfig } from 'vite'

/** A file of the build whose name never changes. */
export interface FixedFile {
  /** Relative to the root of the site: `embed.js`. */
  name: string
  type: string
  source(config: ResolvedConfig): string | Promise<string>
}

/** Writes the files into the build and serves them in development, computed again for each request. */
export function fixedFiles(files: readonly FixedFile[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'fixed-files',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      for (const { name, type, source } of files)
        server.middlewares.use(`/${name}`, (_request, response, next) => {
          Promise.resolve(source(config)).then((text) => {
            response.setHeader('content-type', type)
            response.end(text)
          }, next)
        })
    },
    async generateBundle() {
      if (config.build.ssr) return
      for (const { name, source } of files)
        this.emitFile({ type: 'asset', fileName: name, source: await source(config) })
    },
  }
}
