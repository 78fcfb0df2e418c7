import { quantile } from '../measure.ts'
import type { Stream } from './cluster-load.ts'
import { workOf, type Costs, type Work } from './utilisation.ts'

/** Work that waits for a processor, or runs on it. */
interface Job {
  left: number
  /** Called once, at the end of the work. */
  readonly done: () => void
}

/** A processor that does its jobs one after the other, in the order of their arrival. */
export class Station {
  readonly #jobs: Job[] = []
  #next = 0
  /** Milliseconds of work done. */
  busy = 0

  add(work: number, done: () => void): void {
    this.#jobs.push({ left: work, done })
  }

  /** Works for at most `ms` milliseconds. */
  run(ms: number): void {
    let budget = ms
    for (let job = this.#jobs[this.#next]; job !== undefined && budget > 0; job = this.#jobs[this.#next]) {
      const part = Math.min(job.left, budget)
      job.left -= part
      budget -= part
      if (job.left > 0) break
      this.#next++
      job.done()
    }
    this.busy += ms - budget
    if (this.#next < COMPACT_AT) return
    this.#jobs.splice(0, this.#next)
    this.#next = 0
  }
}

/** The number of finished jobs that are dropped together. */
const COMPACT_AT = 10_000
/** The step of the simulated time. Each of the three parts of a write is late by less than one. */
const TICK_MS = 0.25

export interface Plan {
  readonly servers: number
  /** Processors of etcd. */
  readonly etcdCores: number
  readonly seconds: number
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export interface Outcome {
  /** Shares of the time: the busiest server, and the processors that etcd uses. */
  readonly server: number
  readonly etcd: number
  /** From the arrival of a write to its answer, milliseconds. */
  readonly median: number
  readonly p99: number
}

/**
 * Sends the writes of a load at random times to random servers. A write takes time of that server, then of etcd, and then of every
 * server, which also sends events to watches. The write is answered after the server that received it has sent its events.
 */
export function simulate(load: readonly Stream[], costs: Costs, plan: Plan): Outcome {
  const servers = Array.from({ length: plan.servers }, () => new Station())
  const etcd = Array.from({ length: plan.etcdCores }, () => new Station())
  const latencies: number[] = []
  const arrivals = arrivalsOf(load, costs, plan)
  const end = plan.seconds * 1000
  let [now, coming] = [0, 0]
  const arrive = ({ at, work }: Arrival): void => {
    const own = servers[Math.floor(plan.random() * servers.length)]
    const core = etcd[Math.floor(plan.random() * etcd.length)]
    own?.add(work.before, () => core?.add(work.etcd, () => spread(at, work, own)))
  }
  const spread = (at: number, work: Work, own: Station): void => {
    for (const server of servers) {
      if (server !== own) server.add(work.elsewhere, () => undefined)
      else server.add(work.after, () => void latencies.push(now + TICK_MS - at))
    }
  }
  for (; now < end; now += TICK_MS) {
    for (let next = arrivals[coming]; next !== undefined && next.at <= now; next = arrivals[++coming]) arrive(next)
    for (const station of [...servers, ...etcd]) station.run(TICK_MS)
  }
  const share = ({ busy }: Station): number => busy / end
  return {
    server: Math.max(...servers.map(share)),
    etcd: etcd.reduce((sum, core) => sum + share(core), 0),
    median: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

interface Arrival {
  readonly at: number
  readonly work: Work
}

/** The writes of many independent clients: the time between two of them has an exponential distribution. */
function arrivalsOf(load: readonly Stream[], costs: Costs, { servers, seconds, random }: Plan): Arrival[] {
  const arrivals: Arrival[] = []
  for (const stream of load) {
    const work = workOf(stream, costs, servers)
    const pause = (): number => (-Math.log(1 - random()) * 1000) / stream.perSecond
    for (let at = pause(); at < seconds * 1000; at += pause()) arrivals.push({ at, work })
  }
  return arrivals.sort((a, b) => a.at - b.at)
}
