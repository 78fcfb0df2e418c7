import type { Dialect } from '../dialect/dialect.ts'
import type { Caller, Target } from '../verbs/verbs.ts'

interface Deprecation {
  /** The deprecated API version, as a template of the dialect. */
  readonly groupVersion: string
  readonly kind: string
  readonly since: string
  readonly removed?: string
  /** The API version to use instead, as a template of the dialect. */
  readonly use?: string
}

const DEPRECATIONS: readonly Deprecation[] = [
  { groupVersion: 'v1', kind: 'ComponentStatus', since: '1.19' },
  { groupVersion: 'authentication.{domain}/v1alpha1', kind: 'SelfSubjectReview', since: '1.29', removed: '1.32' },
  { groupVersion: 'authentication.{domain}/v1beta1', kind: 'SelfSubjectReview', since: '1.30', removed: '1.33' },
  { groupVersion: 'certificates.{domain}/v1alpha1', kind: 'ClusterTrustBundle', since: '1.29', removed: '1.32' },
  { groupVersion: 'networking.{domain}/v1alpha1', kind: 'IPAddress', since: '1.30', removed: '1.33' },
  { groupVersion: 'networking.{domain}/v1alpha1', kind: 'ServiceCIDR', since: '1.30', removed: '1.33' },
  ...['FlowSchema', 'PriorityLevelConfiguration'].map((kind) => ({
    groupVersion: 'flowcontrol.{apiserver}{domain}/v1beta3',
    kind,
    since: '1.29',
    removed: '1.32',
    use: 'flowcontrol.{apiserver}{domain}/v1',
  })),
]

/** The warning for a request to a deprecated version, and its metric label (reference/observability.md 7). */
export interface Deprecated {
  /** The text of the `Warning` header. */
  readonly text: string
  /** The release without the version; empty when none is announced. */
  readonly removedRelease: string
}

/** Finds the deprecation of the version of a request; undefined when the version is not deprecated. */
export type FindDeprecation = (target: Target) => Deprecated | undefined

export function deprecations(dialect: Dialect): FindDeprecation {
  const found = new Map<string, Deprecated>()
  for (const { groupVersion, kind, since, removed, use } of DEPRECATIONS) {
    const gone = removed === undefined ? '' : `, unavailable in v${removed}+`
    const instead = use === undefined ? '' : `; use ${dialect.spell(use)} ${kind}`
    const name = `${dialect.spell(groupVersion)} ${kind}`
    found.set(name, { text: `${name} is deprecated in v${since}+${gone}${instead}`, removedRelease: removed ?? '' })
  }
  return ({ resource, version }) => found.get(`${version.apiVersion} ${resource.kind}`)
}

/** Warns of a deprecated version of a custom resource. The warning is sent even when the server then refuses the request. */
export function warnOfCustomDeprecation({ custom, deprecation }: Target['version'], caller: Caller): void {
  if (custom !== undefined && deprecation !== undefined) caller.warn(deprecation)
}

/** Warns of a deprecated version, and annotates the audit event. */
export function reportDeprecation({ text, removedRelease }: Deprecated, caller: Caller): void {
  caller.warn(text)
  caller.trace.annotate?.('{domain}/deprecated', 'true')
  caller.trace.annotate?.('{domain}/removed-release', removedRelease)
}
