import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeBelow } from '../written-file.ts'

/** The output and the exit code of a program. */
export interface ProgramResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** A temporary home folder for client programs, with a kubeconfig for one server. */
export interface ClientHome {
  readonly folder: string
  write(name: string, text: string): string
  start(
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): ChildProcessWithoutNullStreams
  run(
    program: string,
    args: readonly string[],
    options?: { stdin?: string; env?: Record<string, string> },
  ): Promise<ProgramResult>
  remove(): void
}

export function clientHome(server: string): ClientHome {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabplane-client-'))
  const write = (name: string, text: string) => writeBelow(folder, name, text)
  write('.kube/config', kubeconfig(server))
  const start: ClientHome['start'] = (program, args, env = {}) =>
    spawn(program, args, { cwd: folder, env: { HOME: folder, PATH: process.env['PATH'], ...env } })
  return {
    folder,
    write,
    start,
    async run(program, args, { stdin = '', env } = {}) {
      const child = start(program, args, env)
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
      // A program that ends before it has read its whole input is not an error here.
      child.stdin.on('error', () => undefined)
      child.stdin.end(stdin)
      const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
      return { stdout, stderr, code }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

const kubeconfig = (server: string) => `apiVersion: v1
kind: Config
current-context: here
contexts: [{ name: here, context: { cluster: here, user: me, namespace: shop } }]
clusters: [{ name: here, cluster: { server: '${server}' } }]
users: [{ name: me, user: {} }]
`

/** Resolves to the standard output of a running program once it matches. Rejects when the program ends before. */
export function shows(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve(text)
    })
    child.on('exit', () => reject(new Error(`the program ended without ${pattern}:\n${text}`)))
  })
}
