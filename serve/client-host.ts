import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { getServers } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '../src/cli/failure.ts'
import type { EditedFile, Files, Host, HostRequest, Program, TemporaryFolder } from '../src/cli/host.ts'
import { ConnectionError, FileError } from '../src/cli/host.ts'
import { timer } from '../src/cli/timer.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'

/** The process state that a command uses under Node; a test can have several in one process. */
export interface Place {
  /** The absolute working directory; relative paths start here. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  stderr(text: string): void
  /** Receives what the editor prints. Absent: the editor has the standard output of this process. */
  stdout?(text: string): void
}

/** The client's host under Node: disk, HTTP(S), an editor and other programs. */
export function nodeHost({
  directory,
  environment,
  stderr,
  stdout,
}: Place): Pick<
  Host,
  'files' | 'cacheDirectory' | 'fetch' | 'run' | 'temporaryFolder' | 'edit' | 'now' | 'after' | 'random'
> {
  return {
    files: diskFiles(directory),
    cacheDirectory: path.join(environment.HOME ?? os.homedir(), '.kube/cache'),
    fetch: exchange,
    run: (program) => runProgram({ directory, environment, stderr }, program),
    temporaryFolder: (prefix) => temporaryFolder(environment, prefix),
    edit: (text, prefix, suffix) => editWithProgram({ directory, environment, stdout }, text, prefix, suffix),
    now: Date.now,
    after: timer,
    random: (limit) => randomInt(limit),
  }
}

const WHY = lookupTable<string>({
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ENXIO: 'no such device or address',
})

function diskFiles(directory: string): Files {
  const at = (name: string): string => path.resolve(directory, name)
  return {
    resolve: at,
    async kind(name) {
      const found = await fs.stat(at(name)).catch(() => undefined)
      if (found === undefined) return undefined
      return found.isDirectory() ? 'directory' : 'file'
    },
    read: (name) => fs.readFile(at(name)).catch((error: unknown) => refuse(name, error)),
    list: async (name) => (await fs.readdir(at(name)).catch((error: unknown) => refuse(name, error))).sort(),
    async write(name, text) {
      try {
        await fs.mkdir(path.dirname(at(name)), { recursive: true })
        await fs.writeFile(at(name), text, { mode: 0o600 })
      } catch (error) {
        refuse(name, error)
      }
    },
    links: {
      async entry(name) {
        const found = await fs.lstat(at(name)).catch(() => undefined)
        if (found === undefined) return undefined
        if (found.isDirectory()) return 'directory'
        return found.isFile() ? 'file' : 'other'
      },
      real: (name) => fs.realpath(at(name)).catch(() => at(name)),
    },
  }
}

function refuse(name: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw new FileError(code === 'EISDIR' ? 'read' : 'open', name, WHY[code] ?? String(error))
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
          // As in Go, each certificate of the bundle is trusted.
          allowPartialTrustChain: true,
          cert: tls.clientCertificate,
          key: tls.clientKey,
        }
      : {}),
  }
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, options, (answer) => resolve(toResponse(answer)))
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : error)
      else if (error.code === 'ECONNREFUSED')
        reject(new ConnectionError(`dial tcp ${refusedAddress(error)}: connect: connection refused`, true))
      else reject(new ConnectionError(connectionFault(error, new URL(url).hostname), false))
    })
    request.end(body)
  })
}

/** The address of an attempt; of several, that of IPv4, which the real client tries first. */
function refusedAddress(error: NodeJS.ErrnoException): string {
  const attempts = (error instanceof AggregateError ? error.errors : [error]) as { address?: string; port?: number }[]
  const { address = '', port } = attempts.find((each) => each.address?.includes('.')) ?? attempts[0] ?? {}
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

const UNKNOWN_AUTHORITY = 'tls: failed to verify certificate: x509: certificate signed by unknown authority'

const TLS_FAULTS = lookupTable<string>({
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
})

function nameServer(): string {
  const [first = ''] = getServers()
  return /:\d+$/.test(first) && !first.endsWith(']') ? first : `${first}:53`
}

/** Why no connection was made, in the words of the real client. */
function connectionFault({ code = '', message }: NodeJS.ErrnoException, hostname: string): string {
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname} on ${nameServer()}: no such host`
  return TLS_FAULTS[code] ?? message
}

function toResponse(answer: http.IncomingMessage): Response {
  const headers = new Headers()
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  const status = answer.statusCode ?? 500
  const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  return new Response(body, { status, statusText: answer.statusMessage, headers })
}

function runProgram({ directory, environment, stderr }: Place, program: Program) {
  const { command, args } = program
  return new Promise<{ stdout: string; code: number }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...environment, ...program.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => stderr(chunk))
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(new FileError('fork/exec', command, WHY[error.code ?? ''] ?? error.message)),
    )
    child.on('close', (code) => resolve({ stdout, code: code ?? 1 }))
  })
}

async function temporaryFolder({ TMPDIR }: Place['environment'], prefix: string): Promise<TemporaryFolder> {
  const folder = path.join(TMPDIR ?? os.tmpdir(), `${prefix}${randomInt(2 ** 32)}`)
  await fs.mkdir(folder, { mode: 0o700 })
  return { path: folder, remove: () => fs.rm(folder, { recursive: true, force: true }) }
}

/** Opens the editor on a new temporary file each time, like the real client. */
async function editWithProgram(
  { directory, environment, stdout }: Omit<Place, 'stderr'>,
  text: string,
  prefix: string,
  suffix: string,
): Promise<EditedFile> {
  const folder = environment.TMPDIR ?? os.tmpdir()
  const file = path.join(folder, `${prefix}${randomInt(2 ** 32)}${suffix}`)
  await fs.writeFile(file, text, { mode: 0o600, flag: 'wx' })
  const [program = '', ...args] = editorCommand(environment)
  const called = JSON.stringify([program, ...args].join(' '))
  const words = args.at(-1)?.match(/["'\\]/)
    ? [...args.slice(0, -1), `${args.at(-1)} ${JSON.stringify(file)}`]
    : [...args, file]
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: directory,
      env: environment,
      stdio: ['inherit', stdout === undefined ? 'inherit' : 'pipe', 'inherit'],
    })
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => stdout?.(chunk))
    child.on('error', () => reject(new Failure(`unable to launch the editor ${called}`)))
    child.on('close', resolve)
  })
  if (code !== 0) throw new Failure(`there was a problem with the editor ${called}`)
  const read = await fs.readFile(file, 'utf8').catch((error: unknown) => refuse(file, error))
  return { text: read, path: file, remove: () => fs.rm(file, { force: true }) }
}

/** The editor's command line: one with quotes is run by the user's shell. */
function editorCommand({ KUBE_EDITOR, EDITOR, SHELL }: Place['environment']): readonly string[] {
  const editor = KUBE_EDITOR || EDITOR || 'vi'
  return /["'\\]/.test(editor) && editor.includes(' ') ? [SHELL || '/bin/bash', '-c', editor] : editor.split(' ')
}
