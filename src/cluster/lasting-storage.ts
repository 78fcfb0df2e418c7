import type { ClusterState } from './cluster.ts'

/** The browser's answer. The page requests it only once, for all of its clusters. */
let answer: Promise<boolean> | undefined

/** Whether a request can change what is stored. Reviews and dry runs store nothing. */
export const isWrite = (method: string, path: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !/reviews$|[?&]dryRun=/.test(path)

/**
 * Requests persistent storage from the browser when the first write of this page to a cluster is saved. An earlier
 * request would have nothing to protect, and some browsers show a permission prompt. `answered` receives false when the
 * browser may delete the data.
 */
export function lastingStorage(answered: (isLasting: boolean) => void): {
  sending(state: ClusterState): () => void
  changed(state: ClusterState): void
} {
  /** The store revision when the first unsaved write was sent. A higher saved revision includes that write or a later one. */
  let sentAt = Infinity
  let latest: ClusterState | undefined
  const look = (): void => {
    if (latest === undefined || latest.saved !== 'saved' || latest.revision <= sentAt) return
    sentAt = Infinity
    answer ??= ask()
    void answer.then(answered)
  }
  return {
    /** Returns a function to call when the write was accepted. */
    sending:
      ({ revision }) =>
      () => {
        // At revision 0, the first state of the cluster has not arrived yet.
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
