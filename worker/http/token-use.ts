import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import { formatTime, type Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { patchOf, serverItself } from '../verbs/server-itself.ts'
import type { Verbs } from '../verbs/verbs.ts'

interface TokenUseContext {
  readonly verbs: () => Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/**
 * Returns a function that writes to a secret the date of the last use of its token, for the token cleaner
 * (reference/identity.md 13).
 */
export function tokenUse({ verbs, catalog, dialect, clock, report }: TokenUseContext): (secret: ApiObject) => void {
  const label = dialect.spell('{labels}/legacy-token-last-used')
  const options = { dryRun: false, fieldManager: dialect.spell('{system}-apiserver') }
  return ({ metadata = {} }) => {
    const today = formatTime(clock.now()).slice(0, 'YYYY-MM-DD'.length)
    const found = catalog.find('', 'v1', 'secrets')
    if (found === undefined || metadata.labels?.[label] === today) return
    const { namespace = '', name = '', uid } = metadata
    const target = { ...found, subresource: undefined, namespace, name }
    const patch = patchOf('merge', { metadata: { uid, labels: { [label]: today } } })
    const write = async () => verbs().patch(target, serverItself, patch, options)
    write().catch((error: unknown) => {
      // The secret was deleted or replaced.
      if (!wasRefused(error, 'NotFound') && !wasRefused(error, 'Conflict')) report(error)
    })
  }
}
