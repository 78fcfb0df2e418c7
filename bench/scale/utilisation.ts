import type { Operation, Stream } from './cluster-load.ts'

/** CPU times, milliseconds. */
export interface Costs {
  /** The server that a write is sent to, and etcd on one of its processors. */
  readonly writes: Readonly<Record<Operation, { readonly server: number; readonly etcd: number }>>
  /** Each other server, which receives the change from etcd. */
  readonly ingest: number
  /** A server that sends one event to one watch. */
  readonly deliver: number
}

/** The CPU time of one write in each part of the cluster, milliseconds. */
export interface Work {
  /** On the server to which the write is sent, before and after the transaction with etcd. */
  readonly before: number
  readonly after: number
  readonly etcd: number
  /** On every other server. */
  readonly elsewhere: number
}

/** The share of a write's work that precedes its transaction; the change of the server's own state and the answer follow. */
const BEFORE_ETCD = 0.8

/** The watches are spread evenly over the servers. */
export function workOf({ operation, receivers }: Stream, { writes, ingest, deliver }: Costs, servers: number): Work {
  const { server, etcd } = writes[operation]
  const watches = (receivers * deliver) / servers
  return {
    before: server * BEFORE_ETCD,
    after: server * (1 - BEFORE_ETCD) + watches,
    etcd,
    elsewhere: ingest + watches,
  }
}

export interface Utilisation {
  /** The share of its one thread that each server uses. Above 1, the waiting times of writes grow without end. */
  readonly server: number
  /** The processors that etcd uses. */
  readonly etcd: number
}

export function utilisation(load: readonly Stream[], costs: Costs, servers: number): Utilisation {
  let [server, etcd] = [0, 0]
  for (const stream of load) {
    const work = workOf(stream, costs, servers)
    const own = work.before + work.after
    server += (stream.perSecond * (own + (servers - 1) * work.elsewhere)) / servers / 1000
    etcd += (stream.perSecond * work.etcd) / 1000
  }
  return { server, etcd }
}
