import path from 'node:path'

const RUNNER = path.join(import.meta.dirname, '../../src/handlers/sandbox/runner.ts')

let script: Promise<string> | undefined

/** The script that runs a handler, in front of the handler's own code. The package holds its text (scripts/pack.mjs). */
export const runnerScript = (): Promise<string> => (script ??= bundled())

async function bundled(): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({ entryPoints: [RUNNER], bundle: true, format: 'iife', write: false })
  return outputFiles[0]?.text ?? ''
}
