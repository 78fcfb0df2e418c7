import type { Dialect } from '../dialect/dialect.ts'

interface Deprecation {
  /** `group/version`, a template that `Dialect.spell` completes. */
  readonly version: string
  /** The deprecated kind; undefined for every kind of the version. */
  readonly kind?: string
  readonly since: string
  readonly removed?: string
  /** The `group/version` that replaces the deprecated one, a template; undefined when there is none. */
  readonly successor?: string
}

/** The deprecated versions and kinds that release 1.30 serves. */
const deprecations: readonly Deprecation[] = [
  { version: 'v1', kind: 'ComponentStatus', since: '1.19' },
  { version: 'certificates.{domain}/v1alpha1', since: '1.29', removed: '1.32' },
  {
    version: 'flowcontrol.{apiserver}{domain}/v1beta3',
    since: '1.29',
    removed: '1.32',
    successor: 'flowcontrol.{apiserver}{domain}/v1',
  },
  { version: 'networking.{domain}/v1alpha1', since: '1.30', removed: '1.33' },
]

/**
 * The text of the `Warning` header on every request to a deprecated version (reference/observability.md 7); undefined for other
 * versions.
 */
export function deprecationOf({ spell }: Dialect, apiVersion: string, kind: string): string | undefined {
  const found = deprecations.find(
    (deprecation) => spell(deprecation.version) === apiVersion && (deprecation.kind ?? kind) === kind,
  )
  if (found === undefined) return undefined
  const removed = found.removed === undefined ? '' : `, unavailable in v${found.removed}+`
  const successor = found.successor === undefined ? '' : `; use ${spell(found.successor)} ${kind}`
  return `${apiVersion} ${kind} is deprecated in v${found.since}+${removed}${successor}`
}
