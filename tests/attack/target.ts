import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../conformance/port.ts'
import type { Answer, RequestOptions, Target } from './attack.ts'

const TOKENS = { admin: 'admin-token', mallory: 'mallory-token' } as const
const START_TIMEOUT_MS = 120_000

/** The measurements of the probe in the attacked process since `begin`. */
export interface Measured {
  /**
   * The longest time in which the event loop was blocked. Time in which another process had the processor does not
   * count.
   */
  readonly stallMs: number
  /** The largest heap of all samples, garbage included, above the heap without garbage at the beginning. */
  readonly heapBytes: number
}

export interface RunningTarget extends Target {
  begin(): Promise<void>
  /** @param isCollected whether garbage is collected before the heap is measured */
  measured(isCollected?: boolean): Promise<Measured>
  stop(): void
}

/** Starts a server with RBAC in a separate process. */
export async function startTarget(): Promise<RunningTarget> {
  const folder = mkdtempSync(path.join(tmpdir(), 'attack-'))
  const tokenFile = path.join(folder, 'tokens.csv')
  writeFileSync(tokenFile, `${TOKENS.admin},admin,1,system:masters\n${TOKENS.mallory},mallory,2\n`)
  const port = await freePort()
  const flags = [`--port=${port}`, '--dialect=k8s', '--authorization-mode=RBAC', `--token-auth-file=${tokenFile}`]
  const probe = ['--expose-gc', '--import', pathToFileURL(path.resolve('tests/attack/probe.mjs')).href]
  const child = spawn(process.execPath, [...probe, 'scripts/run.mjs', 'serve/main.ts', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ask = (message: 'begin' | 'end' | 'collect'): Promise<Measured> =>
    new Promise((resolve) => {
      child.once('message', (answer) => resolve(answer as Measured))
      child.send(message)
    })
  const stop = (): void => {
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  let log = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`the attacked server did not start:\n${log}`))
    const timer = setTimeout(fail, START_TIMEOUT_MS)
    const read = (chunk: Buffer): void => {
      log += chunk.toString('utf8')
      if (!log.includes('Serving on ')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', fail)
  })
  const target = {
    base: `http://127.0.0.1:${port}`,
    send: (method: string, url: string, options: RequestOptions = {}) => send(port, method, url, options),
    raw: (text: string) => raw(port, text),
    stop,
    begin: async () => void (await ask('begin')),
    measured: (isCollected = false) => ask(isCollected ? 'collect' : 'end'),
  }
  await allowMallory(target)
  return target
}

async function allowMallory(target: Target): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default'
  await target.send('POST', `${rbac}/roles`, { body: { metadata: { name: 'reader' }, rules } })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' }
  const subjects = [{ kind: 'User', name: 'mallory', apiGroup: 'rbac.authorization.k8s.io' }]
  await target.send('POST', `${rbac}/rolebindings`, { body: { metadata: { name: 'reader' }, roleRef, subjects } })
}

function send(port: number, method: string, url: string, options: RequestOptions): Promise<Answer> {
  const { as = 'admin', headers = {}, body } = options
  const isPlain = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const bytes = isPlain ? (body ?? '') : JSON.stringify(body)
  const all = {
    ...(as !== 'none' && { authorization: `Bearer ${TOKENS[as]}` }),
    ...(!isPlain && { 'content-type': 'application/json' }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method, path: url, headers: all }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  // The socket stays open, because Node drops a request whose client has closed its side before the answer.
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer.split('\r\n')[0] ?? ''
}
