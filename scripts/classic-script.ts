import path from 'node:path'
import type { ResolvedConfig } from 'vite'
import { build } from 'vite'

/** Bundles a module and its imports into one classic script. */
export async function classicScript(root: string, entry: string, config: ResolvedConfig): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: config.build.target,
      rolldownOptions: { input: path.join(root, entry), output: { format: 'iife' } },
    },
  })
  const [chunk] = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${entry} must become one script`)
  return chunk.code
}
