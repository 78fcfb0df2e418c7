import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../conformance/port.ts'

/** Candidate paths of the etcd binary, in order. `scripts/setup.mjs` downloads etcd to the last one. */
const PLACES = [process.env['ETCD'], '/usr/bin/etcd', '/usr/local/bin/etcd', '.cache/etcd/usr/bin/etcd']

function etcdBinary(): string {
  const binary = PLACES.find((file) => file !== undefined && existsSync(file))
  if (binary === undefined)
    throw new Error('etcd is missing: run npm test, install the package etcd-server, or name a binary in ETCD')
  return binary
}

/** An etcd of one member, with a folder of its own. */
export class EtcdProcess {
  readonly port: number
  readonly #folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'etcd-'))
  readonly #peerPort: number
  #process: ChildProcess | undefined

  private constructor(port: number, peerPort: number) {
    this.port = port
    this.#peerPort = peerPort
  }

  static async start(): Promise<EtcdProcess> {
    const [port, peerPort] = await Promise.all([freePort(), freePort()])
    const etcd = new EtcdProcess(port, peerPort)
    await etcd.start()
    return etcd
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts with the stored data; resolves when etcd serves. */
  async start(): Promise<void> {
    const peers = `http://127.0.0.1:${this.#peerPort}`
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

  /** Resolves when the process does not run any more. */
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
