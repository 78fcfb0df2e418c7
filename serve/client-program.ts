import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isatty } from 'node:tty'
import { runCli } from '../src/cli/cli.ts'
import type { Host } from '../src/cli/host.ts'
import type { DialectName } from '../worker/dialect/dialect.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { nodeHost } from './client-host.ts'

/**
 * Runs one command of the command-line client with the standard streams of this process. Resolves to the exit code.
 * @param dialect the names that the client uses. Default: the names of SVCCTL_DIALECT; without it k8s when a kubeconfig is in
 *   use, else svc
 * @param output the receiver of both outputs. Default: the streams of this process
 */
export async function runClient(
  args: readonly string[],
  dialect?: DialectName,
  output: Pick<Host, 'stdout' | 'stderr'> = processStreams,
): Promise<number> {
  const aborter = new AbortController()
  // Every running request adds a listener: discovery alone sends dozens at once.
  setMaxListeners(0, aborter.signal)
  process.on('SIGINT', () => {
    aborter.abort()
    // Operations that ignore the signal (a read of standard input) end with the process.
    setTimeout(() => process.exit(130), 300).unref()
  })
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const environment = { HOME: os.homedir(), ...process.env }
  const host: Host = {
    ...nodeHost({ directory: process.cwd(), environment, stderr: output.stderr }),
    dialect: dialects[dialect ?? dialectName(args)],
    environment,
    signal: aborter.signal,
    columns: process.stdout.columns ?? 80,
    ...output,
    stdin: readStandardInput,
    isTerminal: () => isatty(STANDARD_INPUT),
  }
  return runCli(args, host)
}

/** The number of its open file. */
const STANDARD_INPUT = 0

const processStreams: Pick<Host, 'stdout' | 'stderr'> = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
}

function dialectName(args: readonly string[]): DialectName {
  const { SVCCTL_DIALECT: named, KUBECONFIG } = process.env
  if (named === 'svc' || named === 'k8s') return named
  if (named) throw new Error(`SVCCTL_DIALECT must be svc or k8s, not ${JSON.stringify(named)}`)
  const configured = KUBECONFIG !== undefined || args.some((word) => word.startsWith('--kubeconfig'))
  return configured || existsSync(path.join(os.homedir(), '.kube/config')) ? 'k8s' : 'svc'
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
