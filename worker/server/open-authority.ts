import { lazy } from '../api/lazy.ts'
import type { AuthorityFiles } from '../certificates/authority.ts'
import { storedAuthority } from '../certificates/stored-authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Store } from '../store/store.ts'
import type { ClusterOrigin } from './cluster-origin.ts'

interface AuthorityOptions {
  readonly certificateAuthority?: AuthorityFiles
  readonly dialect: Dialect
  readonly clock: Clock
  readonly origin?: ClusterOrigin | undefined
}

/**
 * Returns a function that opens the authority once for all callers: each namespace needs it at the start, and making its keys
 * takes longer than making all other objects of a new cluster.
 */
export const openAuthority = (
  { certificateAuthority, dialect, clock, origin }: AuthorityOptions,
  store: Store,
): (() => Promise<AuthorityFiles>) =>
  lazy(
    async (): Promise<AuthorityFiles> =>
      certificateAuthority ??
      storedAuthority(store, async () => {
        if (origin !== undefined) return origin.authority()
        const { makeAuthority } = await import('../certificates/authority.ts')
        return makeAuthority(dialect.spell(AUTHORITY), clock.now())
      }),
  )

/** The common name of an authority that a cluster creates for itself. */
const AUTHORITY = '{maker}'
