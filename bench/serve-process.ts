import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The header of a request by an administrator. */
export const AUTHORIZATION = 'Authorization: Bearer bench-token\r\n'

export interface ServeProcess {
  readonly url: URL
  stop(): Promise<void>
}

/** `npm run serve` in its own process, with the usual access control of a cluster. */
export async function startServer(): Promise<ServeProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-serve-'))
  const tokens = path.join(folder, 'tokens.csv')
  writeFileSync(tokens, 'bench-token,admin,admin,system:masters\n')
  const flags = [
    '--port',
    '0',
    '--dialect',
    'k8s',
    '--token-auth-file',
    tokens,
    '--authorization-mode',
    'Node,RBAC',
    '--controllers=serviceaccount-controller',
  ]
  const child = spawn(process.execPath, ['scripts/run.mjs', 'serve/main.ts', ...flags], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The process must end with a failed benchmark.
  process.once('exit', () => child.kill())
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<URL>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Serving on (\S+)$/.exec(line) ?? []
      if (address !== undefined) resolve(new URL(address))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)))
  })
  return {
    url,
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
