import type { ClusterState } from './cluster.ts'

let isAsked = false

/**
 * Watches over one cluster's writes. The browser is asked to keep what this page stores, also when space runs short, once
 * a write of the page's own was saved: before, there is nothing that somebody would miss, and some browsers ask the person.
 */
export function lastingStorage(): { sending(state: ClusterState): () => void; changed(state: ClusterState): void } {
  /** Revisions that a write was sent at; a higher one holds it, or something else that was worth a write. */
  let sentAt = Infinity
  let latest: ClusterState | undefined
  const look = (): void => {
    if (latest === undefined || latest.saved !== 'saved' || latest.revision <= sentAt) return
    sentAt = Infinity
    ask()
  }
  return {
    /** The result is called when the write was accepted. */
    sending:
      ({ revision }) =>
      () => {
        // Nobody has told yet where the cluster stands.
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

function ask(): void {
  if (isAsked || !('storage' in navigator)) return
  isAsked = true
  navigator.storage.persist().catch((error: unknown) => console.info('The browser was not asked to keep data.', error))
}
