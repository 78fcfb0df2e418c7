import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../tests/conformance/port.ts'
import { Connection } from './http-client.ts'

/** The token of an administrator. */
export const TOKEN = 'bench-token'

/** The header of a request by an administrator. */
export const AUTHORIZATION = `Authorization: Bearer ${TOKEN}\r\n`

/** A server in its own process, over HTTPS and with the usual access control of a cluster. */
export interface ServerProcess {
  readonly url: URL
  /** The process of the server itself, not of its storage. */
  readonly pid: number
  /** The usage of all its processes together. */
  usage(): Usage
  stop(): Promise<void>
}

export interface Usage {
  /** Resident, MiB. */
  readonly memory: number
  /** CPU time since the start, ms. */
  readonly cpu: number
}

/** A kind of server that can be measured, and started again for each round. */
export interface Server {
  readonly name: string
  start(): Promise<ServerProcess>
}

const REPOSITORY = path.resolve(import.meta.dirname, '..')
export const PKI = path.join(REPOSITORY, 'recordings', 'pki')

/** The flags are the same for both servers. No controllers run: the real server has none in its process. */
const accessFlags = (folder: string): readonly string[] => {
  const tokens = path.join(folder, 'tokens.csv')
  writeFileSync(tokens, `${TOKEN},admin,admin,system:masters\n`)
  return [
    `--token-auth-file=${tokens}`,
    '--authorization-mode=Node,RBAC',
    `--tls-cert-file=${PKI}/server.crt`,
    `--tls-private-key-file=${PKI}/server.key`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${PKI}/sa.pub`,
    `--service-account-signing-key-file=${PKI}/sa.key`,
    '--service-cluster-ip-range=10.0.0.0/16',
  ]
}

/** A server of this repository, which keeps its cluster in memory. `program`: the arguments of Node before the flags. */
const ownServer = (...program: readonly string[]): Server => ({
  name: 'tabplane',
  start: () =>
    inFolder(async (folder, run) => {
      const flags = ['--secure-port', '0', '--dialect', 'k8s', '--controllers=-*', ...accessFlags(folder)]
      const child = run(process.execPath, [...program, ...flags])
      return new Promise<URL>((resolve, reject) => {
        createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
          const [, address] = /^Serving on (\S+)$/.exec(line) ?? []
          if (address !== undefined) resolve(new URL(address))
        })
        child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)))
      })
    }),
})

/** The server of this project, as `npm run serve` starts it. */
export const ours = ownServer('scripts/run.mjs', 'serve/main.ts')

/** The server of this project, with the cluster in an etcd that other servers may share. */
export const oursOver = (etcd: string): Server => ownServer('scripts/run.mjs', 'serve/main.ts', '--etcd-servers', etcd)

/** The program of the package. `npm run pack` must have run. */
export const packed = ownServer('.cache/package/lib/tabplane.cjs', 'serve')

/** The programs of the environment: kube-apiserver 1.30 in KUBE_APISERVER, etcd in ETCD. */
export function realServer({ KUBE_APISERVER: program, ETCD: etcd = 'etcd' }: NodeJS.ProcessEnv): Server | undefined {
  if (program === undefined) return undefined
  return {
    name: 'kube-apiserver',
    start: () =>
      inFolder(async (folder, run) => {
        const [client, peer, port] = [await freePort(), await freePort(), await freePort()]
        const address = `http://127.0.0.1:${client}`
        run(etcd, [
          `--data-dir=${folder}/etcd`,
          `--listen-client-urls=${address}`,
          `--advertise-client-urls=${address}`,
          `--listen-peer-urls=http://127.0.0.1:${peer}`,
          // Our server keeps its objects in memory. With this flag, the real server does not wait for the disk either.
          '--unsafe-no-fsync',
          '--log-level=error',
        ])
        await ready(new URL(`${address}/health`))
        const own = [`--etcd-servers=${address}`, `--secure-port=${port}`, `--cert-dir=${folder}`, '--v=0']
        run(program, [...own, ...accessFlags(folder)])
        const url = new URL(`https://127.0.0.1:${port}/readyz`)
        await ready(url)
        return url
      }),
  }
}

type Run = (program: string, flags: readonly string[]) => ChildProcess

/** Runs programs that use a separate folder. All end, the last one first, when the server stops or does not start. */
async function inFolder(start: (folder: string, run: Run) => Promise<URL>): Promise<ServerProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const programs: { readonly child: ChildProcess; readonly ended: Promise<void> }[] = []
  const run: Run = (program, flags) => {
    const child = spawn(program, flags, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.resume()
    // The programs must end with a failed benchmark.
    const end = (): void => void child.kill()
    process.once('exit', end)
    child.once('close', () => process.off('exit', end))
    programs.unshift({ child, ended: new Promise((resolve) => child.once('close', () => resolve())) })
    return child
  }
  const stop = async () => {
    for (const { child, ended } of programs) {
      child.kill()
      await ended
    }
    rmSync(folder, { recursive: true })
  }
  try {
    const url = await start(folder, run)
    const usage = () => usageOf(programs.map(({ child }) => child.pid ?? 0))
    return { url, pid: programs[0]?.child.pid ?? 0, usage, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The clock of /proc, ms. */
const TICK_MS = 10

/** The usage of processes together, as Linux reports it. */
export function usageOf(pids: readonly number[]): Usage {
  let [memory, cpu] = [0, 0]
  for (const pid of pids) {
    const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    memory += Number(kib) / 1024
    cpu += cpuTime(`/proc/${pid}/stat`)
  }
  return { memory, cpu }
}

const ATTEMPTS = 600
const BETWEEN_MS = 100

/**
 * The CPU time of the first thread of a process, ms: the time of a Node program without the compiler and the collector,
 * which run in other threads.
 */
export const threadTime = (pid: number): number => cpuTime(`/proc/${pid}/task/${pid}/stat`)

/** CPU time in milliseconds: fields 14 and 15 of a `stat` file of /proc. The name of the program, field 2, may have spaces. */
function cpuTime(file: string): number {
  const fields = (readFileSync(file, 'utf8').split(') ')[1] ?? '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Repeats a GET until the answer is 200. @throws Error after `ATTEMPTS` requests, about a minute */
async function ready(url: URL): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const connection = await Connection.open(url)
      await connection.send('GET', url.pathname, AUTHORIZATION).finally(() => connection.close())
      return
    } catch {
      await delay(BETWEEN_MS)
    }
  }
  throw new Error(`${url.href} was not ready within a minute`)
}
