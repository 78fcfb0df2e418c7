import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Served {
  readonly url: string
  readonly process: ChildProcess
  /** Everything that the server printed. */
  output(): string
  /** The part of `output` that the server wrote to its standard output. */
  stdout(): string
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts the server as `npm run serve` does. Resolves when the server has printed its address. */
export async function serve(flags: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'serve/main.ts', ...flags], { cwd: root })
  let output = ''
  let stdout = ''
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Serving on (\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      read(chunk)
    })
    child.stderr.on('data', read)
    void exited.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    process: child,
    output: () => output,
    stdout: () => stdout,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
