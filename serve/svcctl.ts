import { spawn } from 'node:child_process'
import { readFileSync, promises as fs } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { runCli } from '../src/cli/cli.ts'
import type { Files, Host, HostRequest } from '../src/cli/host.ts'
import { ConnectionError, FileError } from '../src/cli/host.ts'
import type { DialectName } from '../worker/dialect/dialect.ts'
import { dialects } from '../worker/dialect/dialect.ts'

/**
 * The terminal's command-line client under Node: `npm run --silent svcctl -- get pods`.
 *
 * It speaks the dialect that SVCCTL_DIALECT names; without it k8s where a kubeconfig is in use, else svc.
 */

// npm runs a script in the project's folder; relative paths mean the folder it was started from.
const { INIT_CWD, npm_lifecycle_event: script } = process.env
if (INIT_CWD !== undefined && script === 'svcctl') process.chdir(INIT_CWD)

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ENXIO: 'no such device or address',
}

const aborter = new AbortController()
process.on('SIGINT', () => {
  aborter.abort()
  // What does not watch for it (a read of standard input) is left behind.
  setTimeout(() => process.exit(130), 300).unref()
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const host: Host = {
  dialect: dialects[dialectName()],
  environment: { HOME: os.homedir(), ...process.env },
  files: diskFiles(),
  signal: aborter.signal,
  columns: process.stdout.columns ?? 80,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  stdin: readStandardInput,
  fetch: exchange,
  edit: editWithProgram,
  now: Date.now,
}
process.exitCode = await runCli(process.argv.slice(2), host)

function dialectName(): DialectName {
  const { SVCCTL_DIALECT: named, KUBECONFIG } = process.env
  if (named === 'svc' || named === 'k8s') return named
  if (named) throw new Error(`SVCCTL_DIALECT must be svc or k8s, not ${JSON.stringify(named)}`)
  const configured = KUBECONFIG !== undefined || process.argv.some((word) => word.startsWith('--kubeconfig'))
  return configured || readable(path.join(os.homedir(), '.kube/config')) ? 'k8s' : 'svc'
}

function readable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

function diskFiles(): Files {
  return {
    resolve: (name) => path.resolve(name),
    async kind(name) {
      const found = await fs.stat(name).catch(() => undefined)
      return found === undefined ? undefined : found.isDirectory() ? 'directory' : 'file'
    },
    read: (name) => fs.readFile(name).catch((error: unknown) => refuse(name, error)),
    list: async (name) => (await fs.readdir(name).catch((error: unknown) => refuse(name, error))).sort(),
    async write(name, text) {
      await fs.mkdir(path.dirname(path.resolve(name)), { recursive: true })
      await fs.writeFile(name, text, { mode: 0o600 })
    },
  }
}

function refuse(name: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw new FileError(code === 'EISDIR' ? 'read' : 'open', name, WHY[code] ?? String(error))
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

/** One exchange over HTTP(S). Node's own fetch can neither skip nor change the check of a certificate. */
function exchange({ url, method, headers, body, signal, tls }: HostRequest): Promise<Response> {
  const secure = url.startsWith('https:')
  const options: https.RequestOptions = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
    signal,
    ...(secure
      ? {
          rejectUnauthorized: !tls.insecure,
          servername: tls.serverName,
          ca: tls.certificateAuthority,
          cert: tls.clientCertificate,
          key: tls.clientKey,
        }
      : {}),
  }
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, options, (answer) => resolve(toResponse(answer)))
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : error)
      else if (error.code === 'ECONNREFUSED') {
        const { host: address, search, pathname } = new URL(url)
        const target = `${url.slice(0, url.indexOf(address))}${address}${pathname}${search || '?timeout=32s'}`
        const verb = method.charAt(0) + method.slice(1).toLowerCase()
        reject(new ConnectionError(`${verb} "${target}": dial tcp ${address}: connect: connection refused`, true))
      } else reject(new ConnectionError(error.message, false))
    })
    request.end(body)
  })
}

function toResponse(answer: http.IncomingMessage): Response {
  const headers = new Headers()
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  const status = answer.statusCode ?? 500
  const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  return new Response(body, { status, statusText: answer.statusMessage, headers })
}

async function editWithProgram(text: string, name: string): Promise<string | undefined> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'edit-'))
  const file = path.join(folder, name)
  await fs.writeFile(file, text)
  const program = process.env.KUBE_EDITOR ?? process.env.EDITOR ?? 'vi'
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${program} "$1"`, 'sh', file], { stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', resolve)
  })
  const edited = await fs.readFile(file, 'utf8')
  await fs.rm(folder, { recursive: true })
  return code === 0 ? edited : undefined
}
