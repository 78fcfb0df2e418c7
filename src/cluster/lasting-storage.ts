import type { ClusterState } from './cluster.ts'

/** The browser's answer; the page requests it once for all of its clusters. */
let answer: Promise<boolean> | undefined

/** Whether a request can change what is stored. Reviews and dry runs are POSTs that store nothing. */
export const isWrite = (method: string, path: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !/reviews$|[?&]dryRun=/.test(path)

/**
 * Requests persistent storage from the browser after the first write of this page to a cluster was saved. Not earlier:
 * before that there is nothing to lose, and some browsers show a permission prompt. `answered` receives false when the
 * browser may delete the data.
 */
export function lastingStorage(answered: (isLasting: boolean) => void): {
  sending(state: ClusterState): () => void
  changed(state: ClusterState): void
} {
  /** The store revision when each write was sent; a higher saved revision includes the write or a later one. */
  let sentAt = Infinity
  let latest: ClusterState | undefined
  const look = (): void => {
    if (latest === undefined || latest.saved !== 'saved' || latest.revision <= sentAt) return
    sentAt = Infinity
    answer ??= ask()
    void answer.then(answered)
  }
  return {
    /** Call the result when the write was accepted. */
    sending:
      ({ revision }) =>
      () => {
        // The first state of the cluster has not arrived.
        if (revision === 0) return
        sentAt = Math.min(sentAt, revision)
        look()
      },
    changed(state) {
      latest = state
      look()
    },
  }
}

async function ask(): Promise<boolean> {
  if (!('storage' in navigator)) return false
  try {
    return await navigator.storage.persist()
  } catch (error) {
    console.info('The browser did not answer the request for persistent storage.', error)
    return false
  }
}
