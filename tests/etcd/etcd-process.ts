import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../conformance/port.ts'

/** Candidate paths of the etcd binary, in order. `scripts/setup.mjs` downloads etcd to the last one. */
const PLACES = [process.env['ETCD'], '/usr/bin/etcd', '/usr/local/bin/etcd', '.cache/etcd/usr/bin/etcd']

const installedEtcd = (): string | undefined => PLACES.find((file) => file !== undefined && existsSync(file))

/** Whether this machine has an etcd. */
export const hasEtcd = (): boolean => installedEtcd() !== undefined

function etcdBinary(): string {
  const binary = installedEtcd()
  if (binary === undefined)
    throw new Error('etcd is missing: run npm test, install the package etcd-server, or name a binary in ETCD')
  return binary
}

/** Flags of etcd without their dashes. */
type Flags = Readonly<Record<string, string>>

interface Ports {
  readonly client: number
  readonly peer: number
}

const freePorts = async (): Promise<Ports> => ({ client: await freePort(), peer: await freePort() })
const peerUrl = ({ peer }: Ports): string => `http://127.0.0.1:${peer}`

/** A member of an etcd, by default the only one, with its own folder. */
export class EtcdProcess {
  readonly port: number
  readonly #folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'etcd-'))
  readonly #peers: string
  readonly #more: Flags
  #process: ChildProcess | undefined

  private constructor(ports: Ports, more: Flags) {
    this.port = ports.client
    this.#peers = peerUrl(ports)
    this.#more = more
  }

  static async start(more: Flags = {}): Promise<EtcdProcess> {
    const etcd = new EtcdProcess(await freePorts(), more)
    await etcd.start()
    return etcd
  }

  /** Starts the members of one etcd. */
  static async startMembers(count: number): Promise<readonly EtcdProcess[]> {
    const ports: Ports[] = []
    while (ports.length < count) ports.push(await freePorts())
    const cluster = ports.map((one, i) => `m${i}=${peerUrl(one)}`).join()
    const members = ports.map((one, i) => new EtcdProcess(one, { name: `m${i}`, 'initial-cluster': cluster }))
    await Promise.all(members.map((member) => member.start()))
    return members
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /**
   * The id of the process.
   * @throws Error when the process does not run
   */
  get pid(): number {
    const pid = this.#process?.pid
    if (pid === undefined) throw new Error('etcd does not run')
    return pid
  }

  /** Starts with the stored data; resolves when etcd serves. */
  async start(): Promise<void> {
    const peers = this.#peers
    const flags = {
      'data-dir': this.#folder,
      'listen-client-urls': this.url,
      'advertise-client-urls': this.url,
      'listen-peer-urls': peers,
      'initial-advertise-peer-urls': peers,
      'initial-cluster': `default=${peers}`,
      'log-level': 'error',
      // A member that was frozen must not stay without a leader for long.
      'heartbeat-interval': '20',
      'election-timeout': '200',
      ...this.#more,
    }
    const child = spawn(
      etcdBinary(),
      Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      { stdio: 'ignore' },
    )
    this.#process = child
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Suspends the process, whose connections stay open; resolves when it does not run any more. */
  async freeze(): Promise<void> {
    this.#process?.kill('SIGSTOP')
    const state = (): string => / ([A-Z]) /.exec(readFileSync(`/proc/${this.#process?.pid}/stat`, 'latin1'))?.[1] ?? ''
    while (state() !== 'T') await new Promise((resolve) => setTimeout(resolve, 5))
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Kills the process immediately, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child?.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    this.#process = undefined
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/health`)).ok
    } catch {
      // No server listens yet.
      return false
    }
  }
}
