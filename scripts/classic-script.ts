import path from 'node:path'
import type { ResolvedConfig } from 'vite'
import { build } from 'vite'

/** Bundles a module and its imports into one classic script. */
export function classicScript(root: string, entry: string, config: ResolvedConfig): Promise<string> {
  return oneScript(root, entry, config, 'iife')
}

/** Bundles a module and its imports into one module with the same exports. */
export function moduleScript(root: string, entry: string, config: ResolvedConfig): Promise<string> {
  return oneScript(root, entry, config, 'es')
}

async function oneScript(root: string, entry: string, config: ResolvedConfig, format: 'iife' | 'es'): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: config.build.target,
      rolldownOptions: {
        input: path.join(root, entry),
        preserveEntrySignatures: 'strict',
        output: { format, codeSplitting: false },
      },
    },
  })
  const [chunk] = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${entry} must become one script`)
  return chunk.code
}
