import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median, medianWithSpread } from './measure.ts'
import type { Row } from './row.ts'
import { packed, PKI, TOKEN } from './server-process.ts'

/** The number is odd, so that a median is a measured figure. It is larger than for servers, because one command is short. */
const ROUNDS = 15

/** A program with its first arguments. */
type Client = readonly [program: string, ...args: string[]]

const EMPTY = 'an empty program of Node'
const VERSION = ['version', '--client']
const GET = ['get', 'namespaces']

/**
 * Times commands of the packed client, each in a new process. They take turns with an empty program of Node, and with the real
 * client, which KUBECTL names.
 */
export async function clientRows(program: string): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-client-'))
  const server = await packed.start()
  const own: Client = [process.execPath, program, 'kubectl']
  const { KUBECTL } = process.env
  const clients: readonly Client[] = KUBECTL === undefined ? [own] : [own, [KUBECTL]]
  const environment = { HOME: folder, KUBECONFIG: writeConfiguration(folder, server.url) }
  const empty: number[] = []
  const version: number[] = []
  const first = clients.map((): number[] => [])
  const later = clients.map((): number[] => [])
  try {
    for (let round = 0; round < ROUNDS; round++) {
      empty.push(timeOf(environment, process.execPath, '-e', '0'))
      version.push(timeOf(environment, ...own, ...VERSION))
      for (const [at, client] of clients.entries()) {
        // Discovery is stored in this folder.
        const cache = `--cache-dir=${path.join(folder, `${at}-${round}`)}`
        first[at]?.push(timeOf(environment, ...client, ...GET, cache))
        later[at]?.push(timeOf(environment, ...client, ...GET, cache))
      }
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  const beside = (peer: readonly number[] | undefined) =>
    peer === undefined ? { name: EMPTY, figure: median(empty) } : { name: 'kubectl 1.30', figure: median(peer) }
  const row = (what: string, [figures = [], peer]: readonly (readonly number[])[]): Row => ({
    what: `package: ${what}`,
    unit: 'ms',
    ...medianWithSpread(figures),
    beside: beside(peer),
  })
  return [
    // This command needs no server, so the figure is the client's own time.
    { ...row('a command of the client', [version]), goal: { atMost: 150 } },
    row('the first get of a server, over HTTPS', first),
    row('a later get, with stored discovery', later),
  ]
}

function writeConfiguration(folder: string, { origin }: URL): string {
  const file = path.join(folder, 'config')
  const configuration = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'bench',
    clusters: [{ name: 'bench', cluster: { server: origin, 'certificate-authority': path.join(PKI, 'ca.crt') } }],
    users: [{ name: 'bench', user: { token: TOKEN } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
  }
  writeFileSync(file, JSON.stringify(configuration))
  return file
}

/** Milliseconds of a program from its start to its end. */
function timeOf(environment: Readonly<Record<string, string>>, program: string, ...args: readonly string[]): number {
  const begin = performance.now()
  const { status, stderr } = spawnSync(program, args, { env: { PATH: process.env.PATH, ...environment } })
  const ms = performance.now() - begin
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${String(stderr)}`)
  return ms
}
