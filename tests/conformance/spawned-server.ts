import { spawn } from 'node:child_process'
import { freePort } from './port.ts'
import { profileFlags, startProfileBackend } from './profile.ts'

const START_TIMEOUT_MS = 300_000
const SHOWN_LOG = 2000

export interface SpawnedServer {
  readonly base: string
  stop(): void
}

/** Starts a server with the flags of a profile; resolves when it has printed `Serving on`. */
export async function spawnServer(command: string, profile: string): Promise<SpawnedServer> {
  const flags = profileFlags(profile)
  const isSecure = flags.some((flag) => flag.startsWith('--tls-cert-file'))
  const port = await freePort()
  const stopProfileBackend = await startProfileBackend(profile)
  const [program = '', ...words] = command.split(/\s+/)
  const child = spawn(program, [...words, `--${isSecure ? 'secure-port' : 'port'}=${port}`, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A new process group, so that a server which the command starts ends with the command.
    detached: true,
  })
  const stop = () => {
    stopProfileBackend()
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  let log = ''
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}:\n${log.slice(-SHOWN_LOG)}`))
      const timer = setTimeout(() => fail(`the server did not start in ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS)
      const read = (chunk: Buffer) => {
        log += chunk.toString('utf8')
        if (!log.includes('Serving on ')) return
        clearTimeout(timer)
        resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.on('error', reject)
      child.on('exit', (code) => {
        clearTimeout(timer)
        fail(`the server ended with ${code}`)
      })
    })
  } catch (error) {
    stop()
    throw error
  }
  return { base: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`, stop }
}
