import type { ManifestResult } from '../client/manifest.ts'

/** A document that was applied to a cluster. */
export interface AppliedDocument {
  readonly name: string
  readonly text: string
  readonly results: readonly ManifestResult[]
}

type Follower = (cluster: string, applied: AppliedDocument) => void

/** Announces each document that the page applies. */
class AppliedFeed {
  readonly #followers = new Set<Follower>()

  announce(cluster: string, applied: AppliedDocument): void {
    for (const follower of this.#followers) follower(cluster, applied)
  }

  /** Calls `follower` after each apply until the returned function is called. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }
}

export const appliedFeed = new AppliedFeed()
