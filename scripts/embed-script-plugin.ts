import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { build } from 'vite'

const ENTRY = 'src/embed/tabplane-cluster.ts'
const FILE = 'embed.js'

/** Builds the script that other pages load: one classic script, under a name that stays. */
export function embedScript(root: string): Plugin {
  let config: ResolvedConfig
  const script = async (): Promise<string> => {
    const result = await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      build: {
        write: false,
        target: config.build.target,
        rolldownOptions: { input: path.join(root, ENTRY), output: { format: 'iife' } },
      },
    })
    const [chunk] = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
    if (chunk?.type !== 'chunk') throw new Error(`${ENTRY} has to become one script`)
    return chunk.code
  }
  return {
    name: 'embed-script',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        script().then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async generateBundle() {
      if (!config.build.ssr) this.emitFile({ type: 'asset', fileName: FILE, source: await script() })
    },
  }
}
