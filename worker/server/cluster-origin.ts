import type { AuthorityFiles } from '../certificates/authority.ts'
import type { OpenCatalog } from '../resources/resource.ts'
import type { StoreContent } from '../store/forkable-store.ts'

/** The parts of a running cluster that a copy shares, at the revision of the log of the copy. */
export interface ClusterOrigin {
  readonly content: StoreContent
  readonly catalog: OpenCatalog
  /**
   * The authority of the origin, for a copy whose log holds none. While the origin still creates its authority, a call waits for
   * it.
   */
  readonly authority: () => Promise<AuthorityFiles>
  /** Whether the controllers of the origin that have a wake-up had handled the whole content. */
  readonly isAtRest: boolean
}
