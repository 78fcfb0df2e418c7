import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runCli } from '../src/cli/cli.ts'
import type { Host } from '../src/cli/host.ts'
import type { DialectName } from '../worker/dialect/dialect.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { nodeHost } from './svcctl-host.ts'

/**
 * The terminal's command-line client under Node: `npm run --silent svcctl -- get pods`.
 *
 * It uses the dialect that SVCCTL_DIALECT names; without it k8s when a kubeconfig is in use, else svc.
 */

// npm runs a script in the project's folder; relative paths start at the caller's folder.
const { INIT_CWD, npm_lifecycle_event: script } = process.env
if (INIT_CWD !== undefined && script === 'svcctl') process.chdir(INIT_CWD)

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
  ...nodeHost({ directory: process.cwd(), environment, stderr: (text) => void process.stderr.write(text) }),
  dialect: dialects[dialectName()],
  environment,
  signal: aborter.signal,
  columns: process.stdout.columns ?? 80,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  stdin: readStandardInput,
}
process.exitCode = await runCli(process.argv.slice(2), host)

function dialectName(): DialectName {
  const { SVCCTL_DIALECT: named, KUBECONFIG } = process.env
  if (named === 'svc' || named === 'k8s') return named
  if (named) throw new Error(`SVCCTL_DIALECT must be svc or k8s, not ${JSON.stringify(named)}`)
  const configured = KUBECONFIG !== undefined || process.argv.some((word) => word.startsWith('--kubeconfig'))
  return configured || existsSync(path.join(os.homedir(), '.kube/config')) ? 'k8s' : 'svc'
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
