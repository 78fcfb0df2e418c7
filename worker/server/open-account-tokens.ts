import { part } from '../api/part.ts'
import type { AccountTokens, TokenIssuing } from '../authentication/service-account/account-tokens.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import type { Verbs } from '../verbs/verbs.ts'

interface Surroundings {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly store: Store
  readonly catalog: Catalog
  /** Asked only once they are there. */
  readonly verbs: () => Verbs
  readonly report: (error: unknown) => void
}

/** Who issues the tokens of a cluster whose host names nobody. */
const ISSUER = 'https://{maker}.default.svc.cluster.local'

export interface LaterAccountTokens {
  readonly accountTokens: () => Promise<AccountTokens>
  /** For whom tokens are meant that this server accepts. */
  readonly audiences: readonly string[]
}

/** Tokens of service accounts. What makes and checks them is loaded with the first. */
export function laterAccountTokens(
  given: { readonly serviceAccounts?: TokenIssuing; readonly audiences?: readonly string[] },
  surroundings: Surroundings,
): LaterAccountTokens {
  const { clock, dialect, store } = surroundings
  const issuing = given.serviceAccounts ?? { issuers: [dialect.spell(ISSUER)] }
  // Without audiences of its own, a server's tokens are meant for its issuer.
  const audiences = given.audiences ?? issuing.issuers.slice(0, 1)
  return {
    audiences,
    accountTokens: part(async () => {
      const [{ openAccountTokens, keptKeys }, { tokenUse }] = await Promise.all([
        import('../authentication/service-account/open-account-tokens.ts'),
        import('../http/token-use.ts'),
      ])
      return openAccountTokens(issuing, {
        clock,
        dialect,
        audiences,
        read: (resource, namespace, name) => store.get({ resource, namespace, name })?.object,
        ownKeys: () => keptKeys(store),
        noteUse: tokenUse(surroundings),
      })
    }),
  }
}
