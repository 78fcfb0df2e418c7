import type { Clock } from '../clock/clock.ts'
import type { ClusterStatus } from './messages.ts'

/** Minimum milliseconds between two `status` messages of a cluster, so that many writes cause few messages. */
const STATUS_MS = 50

type Listener = (status: ClusterStatus) => void

/** The latest status of each cluster, and the pages that follow it. */
export interface ClusterStatuses {
  /** Publishes the changed status within STATUS_MS. */
  update(cluster: string, change: Partial<ClusterStatus>): void
  /** Publishes the status now. */
  publish(cluster: string): void
  /** The listener receives the current status at once, if there is one. @returns a function that removes the listener */
  follow(cluster: string, listener: Listener): () => void
}

/** @param idle the value of `saved` for a cluster without pending writes */
export function clusterStatuses(clock: Clock, idle: ClusterStatus['saved']): ClusterStatuses {
  const statuses = new Map<string, ClusterStatus>()
  const followers = new Map<string, Set<Listener>>()
  const due = new Set<string>()

  const publish = (cluster: string): void => {
    due.delete(cluster)
    const status = statuses.get(cluster)
    if (status !== undefined) for (const listener of followers.get(cluster) ?? []) listener(status)
  }
  return {
    publish,
    update(cluster, change) {
      const before = statuses.get(cluster) ?? { cluster, phase: 'opening', saved: idle, revision: 0 }
      statuses.set(cluster, { ...before, ...change })
      if (due.has(cluster)) return
      due.add(cluster)
      clock.after(STATUS_MS, () => publish(cluster))
    },
    follow(cluster, listener) {
      const listeners = followers.get(cluster) ?? new Set()
      followers.set(cluster, listeners)
      listeners.add(listener)
      const status = statuses.get(cluster)
      if (status !== undefined) listener(status)
      return () => void listeners.delete(listener)
    },
  }
}
