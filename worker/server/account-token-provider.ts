import { lazy } from '../api/lazy.ts'
import type { AccountTokens, TokenIssuing } from '../authentication/service-account/account-tokens.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import type { Verbs } from '../verbs/verbs.ts'

interface ProviderDependencies {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly store: Store
  readonly catalog: Catalog
  /** Called with the first token, when the verbs exist. */
  readonly verbs: () => Verbs
  readonly report: (error: unknown) => void
}

/** The default issuer. */
const ISSUER = 'https://{maker}.default.svc.cluster.local'

export interface AccountTokenProvider {
  readonly accountTokens: () => Promise<AccountTokens>
  /** The audiences of tokens that this server accepts. */
  readonly audiences: readonly string[]
}

/** Service account tokens. The code that signs and verifies them is loaded with the first token. */
export function accountTokenProvider(
  given: { readonly serviceAccounts?: TokenIssuing; readonly audiences?: readonly string[] },
  dependencies: ProviderDependencies,
): AccountTokenProvider {
  const { clock, dialect, store } = dependencies
  const issuing = given.serviceAccounts ?? { issuers: [dialect.spell(ISSUER)] }
  // The default audience is the issuer, as on the real server.
  const audiences = given.audiences ?? issuing.issuers.slice(0, 1)
  return {
    audiences,
    accountTokens: lazy(async () => {
      const [{ openAccountTokens, storedKeys }, { tokenUse }] = await Promise.all([
        import('../authentication/service-account/open-account-tokens.ts'),
        import('../http/token-use.ts'),
      ])
      return openAccountTokens(issuing, {
        clock,
        dialect,
        audiences,
        read: (resource, namespace, name) => store.get({ resource, namespace, name })?.object,
        ownKeys: () => storedKeys(store),
        noteUse: tokenUse(dependencies),
      })
    }),
  }
}
