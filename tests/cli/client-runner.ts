import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { nodeHost } from '../../serve/client-host.ts'
import { runCli } from '../../src/cli/cli.ts'
import { FileError } from '../../src/cli/host.ts'
import { dialects } from '../../worker/dialect/dialect.ts'

/** Starts the client in a case's folder. */
export type ClientRunner = (directory: string, command: StartedCommand) => RunningCommand

export interface StartedCommand {
  readonly args: readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface RunningCommand {
  readonly done: Promise<CommandResult>
  /** The lines on standard output so far. */
  lines(): number
  stop(): void
}

export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  /** The exit code, or the reason for which there is none. */
  readonly code: number | string | null
}

/** After this time a command is ended, and its result says so. */
const TIMEOUT_MS = 30_000

/** In this process, the file of this name is the input of the test runner. */
const STANDARD_INPUT = '/dev/stdin'

const linesOf = (text: string): number => text.split('\n').length - 1

/** Node starts programs with a socket as standard input; Linux does not open a socket by the name of its file. */
const refuseStandardInput = (): Promise<Uint8Array> =>
  Promise.reject(new FileError('open', STANDARD_INPUT, 'no such device or address'))

/** Runs svcctl in this process, as if it were a separate process in the case's folder. */
export const inProcessClient: ClientRunner = (directory, { args, stdin, env, timeoutMs = TIMEOUT_MS }) => {
  const aborter = new AbortController()
  const timedOut = `ended after ${timeoutMs} ms`
  const timer = setTimeout(() => aborter.abort(timedOut), timeoutMs)
  const environment = { PATH: process.env.PATH, HOME: directory, TMPDIR: path.join(directory, '.tmp'), ...env }
  let stdout = ''
  let stderr = ''
  const host = nodeHost({
    directory,
    environment,
    stderr: (text) => void (stderr += text),
    stdout: (text) => void (stdout += text),
  })
  const read = (name: string) => (name === STANDARD_INPUT ? refuseStandardInput() : host.files.read(name))
  const done = runCli(args, {
    ...host,
    files: { ...host.files, read },
    dialect: dialects.k8s,
    environment,
    signal: aborter.signal,
    columns: 80,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    stdin: () => Promise.resolve(stdin ?? ''),
  }).then((code) => {
    clearTimeout(timer)
    const { aborted, reason } = aborter.signal
    if (!aborted) return { stdout, stderr, code }
    return { stdout, stderr, code: reason === timedOut ? timedOut : 'stopped' }
  })
  return { done, lines: () => linesOf(stdout), stop: () => aborter.abort() }
}

const KILL_AFTER_MS = 1000

/** Runs any client, such as the real one, as a process. Relative paths with a point, such as `./client`, become absolute. */
export function clientProcess(commandLine: string): ClientRunner {
  const [program = '', ...words] = commandLine
    .trim()
    .split(/\s+/)
    .map((word) => (word.startsWith('.') && existsSync(word) ? path.resolve(word) : word))
  return (directory, { args, stdin, env, timeoutMs = TIMEOUT_MS }) => {
    const { PATH, LANG } = process.env
    const fixed = { HOME: directory, TMPDIR: path.join(directory, '.tmp'), TERM: 'dumb', TZ: 'UTC', LC_ALL: 'C' }
    const child = spawn(program, [...words, ...args], {
      cwd: directory,
      env: { PATH, LANG, ...fixed, COLUMNS: '100', LINES: '40', ...env },
    })
    let stdout = ''
    let stderr = ''
    let ended: string | undefined
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    // The client may end without reading its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
    const timer = setTimeout(() => {
      ended = 'timeout'
      child.kill('SIGKILL')
      // A program that the client started, such as an editor, may hold the pipes open.
      child.stdout.destroy()
      child.stderr.destroy()
    }, timeoutMs)
    const done = new Promise<CommandResult>((resolve) => {
      child.on('error', (error) => resolve({ stdout, stderr: error.message, code: 'unstarted' }))
      child.on('close', (code, signal) => {
        clearTimeout(timer)
        resolve({ stdout, stderr, code: ended ?? code ?? signal })
      })
    })
    const stop = () => {
      ended ??= 'stopped'
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
    }
    return { done, lines: () => linesOf(stdout), stop }
  }
}
