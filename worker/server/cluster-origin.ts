import type { AuthorityFiles } from '../certificates/authority.ts'
import type { OpenCatalog } from '../resources/resource.ts'
import type { StoreContent } from '../store/forkable-store.ts'

/** What a copy shares with a running cluster, at the revision of the copy's log. */
export interface ClusterOrigin {
  readonly content: StoreContent
  readonly catalog: OpenCatalog
  /** The authority of a copy that has not stored one: made once, also while the origin still makes it. */
  readonly authority: () => Promise<AuthorityFiles>
  /** Its controllers with a wake-up had handled the whole content. */
  readonly isAtRest: boolean
}
