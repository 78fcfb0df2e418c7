import path from 'node:path'

const RUNNER = path.join(import.meta.dirname, '../../src/handlers/sandbox/runner.ts')

let script: Promise<string> | undefined

/** The script that precedes a handler's code and runs it. The published package contains its text (scripts/pack.mjs). */
export const runnerScript = (): Promise<string> => (script ??= bundled())

async function bundled(): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({ entryPoints: [RUNNER], bundle: true, format: 'iife', write: false })
  return outputFiles[0]?.text ?? ''
}
