import * as webernetes from '@ngrok/webernetes'
import type { ClusterHandle } from '../../src/cluster/cluster.ts'
import { connect } from '../../src/cluster/connection.ts'
import type { Fetch } from '../api-subject.ts'
import { apiSubject } from '../api-subject.ts'
import { compare, countdown, each, time } from '../measure.ts'
import type { Figures, Plan, Subject } from '../subject.ts'
import { webernetesSubject } from '../webernetes-subject.ts'

/** The times of one round of fetches. */
export interface Round {
  /** Milliseconds of each sequential fetch. */
  readonly each: readonly number[]
  /** Fetches per second, sixteen concurrently. */
  readonly atOnce: number
}

interface Bench {
  port(plan: Plan): Promise<{ ours: Figures; peer: Figures }>
  /** Gets of a ConfigMap through the service worker. */
  serviceWorker(count: number): Promise<Round>
  /** Gets per second over the port. */
  portGets(count: number): Promise<{ readonly oneByOne: number; readonly atOnce: number }>
  /** Milliseconds of each durable create, and records per second of a batch. */
  durable(alone: number, batch: number): Promise<{ readonly each: readonly number[]; readonly batch: number }>
  /** Milliseconds from the answer to a write until each watch has received its event. */
  watches(watchers: number, events: number): Promise<readonly number[]>
}

declare global {
  /** The functions that the benchmark calls in the page. */
  var bench: Bench
}

const clusters = connect()

async function cluster() {
  return (await clusters).create({ dialect: 'k8s' })
}

const overPort =
  (handle: ClusterHandle): Fetch =>
  (path, init) =>
    handle.fetch(path, init)

const overServiceWorker =
  ({ baseUrl }: ClusterHandle): Fetch =>
  (path, init) =>
    fetch(`${baseUrl}${path}`, init)

async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller !== null) return
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

/** Two transports: `port` prepares the cluster, the service worker is measured. */
let shared: Promise<{ port: Subject; measured: Subject }> | undefined

function subjects() {
  return (shared ??= cluster().then(async (handle) => {
    await controlled()
    return { port: apiSubject(overPort(handle)), measured: apiSubject(overServiceWorker(handle)) }
  }))
}

let lastConfigMap = 0
/** The number of ConfigMaps that are read. */
const READ_CONFIG_MAPS = 100

/** Creates the ConfigMaps that are read. */
async function filled(subject: Subject): Promise<void> {
  if (lastConfigMap > 0) return
  await each(0, READ_CONFIG_MAPS, 16, (i) => subject.createConfigMap?.(i)() ?? Promise.resolve())
  lastConfigMap = READ_CONFIG_MAPS
}

const gets = (subject: Subject) => (i: number) => subject.getConfigMap?.(i % READ_CONFIG_MAPS)() ?? Promise.resolve()
const creates = (subject: Subject) => () => subject.createConfigMap?.(lastConfigMap++)() ?? Promise.resolve()

async function timesOf(count: number, step: (i: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(await time(() => step(i)))
  return times
}

const rate = async (count: number, atOnce: number, step: (i: number) => Promise<unknown>): Promise<number> =>
  (count * 1000) / (await time(() => each(0, count, atOnce, step)))

globalThis.bench = {
  async port(plan) {
    return compare({ ours: apiSubject(overPort(await cluster())), peer: await webernetesSubject(webernetes) }, plan)
  },

  async serviceWorker(count) {
    const { port, measured } = await subjects()
    await filled(port)
    return { each: await timesOf(count, gets(measured)), atOnce: await rate(count, 16, gets(measured)) }
  },

  async portGets(count) {
    const { port } = await subjects()
    await filled(port)
    await rate(count, 1, gets(port))
    return { oneByOne: await rate(count, 1, gets(port)), atOnce: await rate(count, 64, gets(port)) }
  },

  async durable(alone, batch) {
    const { port } = await subjects()
    await filled(port)
    await rate(alone, 16, creates(port))
    return { each: await timesOf(alone, creates(port)), batch: await rate(batch, batch, creates(port)) }
  },

  async watches(watchers, events) {
    const { port, measured } = await subjects()
    let round = countdown(watchers)
    let arrived: number[] = []
    const seen = (count: number) => {
      arrived.push(performance.now())
      round.seen(count)
    }
    const stops: (() => void)[] = []
    for (let i = 0; i < watchers; i++) stops.push(await measured.watchPods(seen))
    const late: number[] = []
    for (let i = 0; i < events; i++) {
      round = countdown(watchers)
      arrived = []
      await port.createPod(i)()
      const answered = performance.now()
      await round.done
      late.push(...arrived.map((at) => Math.max(0, at - answered)))
    }
    for (const stop of stops) stop()
    return late
  },
}
