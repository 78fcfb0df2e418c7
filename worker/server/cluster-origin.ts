import type { AuthorityFiles } from '../certificates/authority.ts'
import type { OpenCatalog } from '../resources/resource.ts'
import type { StoreContent } from '../store/forkable-store.ts'

/** The parts of a running cluster that a copy shares, at the revision of the log of the copy. */
export interface ClusterOrigin {
  readonly content: StoreContent
  readonly catalog: OpenCatalog
  /** The authority of a copy that has not stored one: made once, also while the origin still makes it. */
  readonly authority: () => Promise<AuthorityFiles>
  /** Its controllers with a wake-up had handled the whole content. */
  readonly isAtRest: boolean
}
