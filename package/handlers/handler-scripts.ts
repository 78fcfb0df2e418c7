import path from 'node:path'
import type { BuildOptions } from 'esbuild'

/** The programs of a handler's process, as texts, because the process may not read files. */
export interface HandlerScripts {
  /** Runs in the outer context. */
  readonly process: string
  /** Precedes the handler's code in its context. */
  readonly context: string
}

let scripts: Promise<HandlerScripts> | undefined

/** The programs. The published package contains their texts in place of this file (scripts/package/bundles.mjs). */
export const handlerScripts = (): Promise<HandlerScripts> => (scripts ??= bundled())

async function bundled(): Promise<HandlerScripts> {
  const { build } = await import('esbuild')
  const text = async (entry: string, options: BuildOptions): Promise<string> => {
    const entryPoints = [path.join(import.meta.dirname, entry)]
    const { outputFiles } = await build({ ...options, entryPoints, bundle: true, write: false })
    return outputFiles?.[0]?.text ?? ''
  }
  return {
    process: await text('process/main.ts', { format: 'cjs', platform: 'node' }),
    context: await text('context/main.ts', { format: 'iife' }),
  }
}
