import type { Dialect } from '../dialect/dialect.ts'
import type { Target } from '../verbs/verbs.ts'

interface Deprecation {
  /** Templates of the dialect. */
  readonly groupVersion: string
  readonly kind: string
  readonly since: string
  readonly removed?: string
  /** The group and version that replaces it. */
  readonly use?: string
}

const DEPRECATIONS: readonly Deprecation[] = [
  { groupVersion: 'v1', kind: 'ComponentStatus', since: '1.19' },
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

/** The warning that answers of deprecated versions carry (SPEC: Events, 4); undefined for all others. */
export type DeprecationWarning = (target: Target) => string | undefined

export function deprecationWarnings(dialect: Dialect): DeprecationWarning {
  const texts = new Map<string, string>()
  for (const { groupVersion, kind, since, removed, use } of DEPRECATIONS) {
    const gone = removed === undefined ? '' : `, unavailable in v${removed}+`
    const instead = use === undefined ? '' : `; use ${dialect.spell(use)} ${kind}`
    const name = `${dialect.spell(groupVersion)} ${kind}`
    texts.set(name, `${name} is deprecated in v${since}+${gone}${instead}`)
  }
  return ({ resource, version }) => texts.get(`${version.apiVersion} ${resource.kind}`)
}
