import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { BootstrapObject } from '../bootstrap-object.ts'

/**
 * A rule of the RBAC policy of a new cluster. Names are dialect templates. The functions below take a list as one text
 * with spaces between its items.
 */
export interface PolicyRule extends JsonObject {
  verbs: string[]
  apiGroups?: string[]
  resources?: string[]
  resourceNames?: string[]
  nonResourceURLs?: string[]
}

export const READ = 'get list watch'
export const WRITE = 'create delete deletecollection patch update'
export const READ_WRITE = `${READ} ${WRITE}`
export const READ_UPDATE = 'get list patch update watch'
export const CHANGE = 'patch update'
export const FOLLOW = 'list watch'
export const ANY = '*'

export const CORE = ''
export const APPS = 'apps'
export const BATCH = 'batch'
export const RBAC = 'rbac.authorization.{domain}'
export const NETWORKING = 'networking.{domain}'
export const STORAGE = 'storage.{domain}'
export const CERTIFICATES = 'certificates.{domain}'
export const COORDINATION = 'coordination.{domain}'
export const AUTHENTICATION = 'authentication.{domain}'
export const AUTHORIZATION = 'authorization.{domain}'
export const DISCOVERY = 'discovery.{domain}'
export const POLICY = 'policy'
export const EXTENSIONS = 'extensions'
export const AUTOSCALING = 'autoscaling'
export const ADMISSION = 'admissionregistration.{domain}'
export const METRICS = 'metrics.{domain}'
export const WORKLOADS = 'apps extensions'

/** Sorted, because the real server sorts these lists. */
const words = (text: string): string[] => text.split(' ').sort()

/** A rule for resources; `names` restricts the rule to objects of these names. The core group is the empty item. */
export const resourceRule = (verbs: string, groups: string, resources: string, names = ''): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: words(groups),
  resources: words(resources),
  ...(names !== '' && { resourceNames: names.split(' ') }),
})

/** A rule for paths that are not resources. */
export const nonResourceRule = (verbs: string, paths: string): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: words(paths),
})

/** Whether a feature gate is enabled. Some gates add rules to the policy. */
export type IsOn = (gate: string) => boolean

/** Every component may record events about its actions. */
export const EVENTS = resourceRule('create patch update', `${CORE} events.{domain}`, 'events')

const marked = (name: string, more: Readonly<Record<string, string>> = {}, namespace?: string) => ({
  name,
  ...(namespace !== undefined && { namespace }),
  labels: { '{labels}/bootstrapping': 'rbac-defaults', ...more },
  annotations: { 'rbac.authorization.{labels}/autoupdate': 'true' },
})

const entry = (resource: string, kind: string, content: ApiObject): BootstrapObject => ({
  group: RBAC,
  version: 'v1',
  resource,
  object: { kind, ...content },
})

const aggregateTo = (name: string): string => `${RBAC}/aggregate-to-${name}`

export const role = (name: string, ...rules: PolicyRule[]): BootstrapObject =>
  entry('clusterroles', 'ClusterRole', { metadata: marked(name), rules })

/** A cluster role whose rules are aggregated into the role `to`. */
export const roleAggregatedTo = (to: string, name: string, ...rules: PolicyRule[]): BootstrapObject =>
  entry('clusterroles', 'ClusterRole', { metadata: marked(name, { [aggregateTo(to)]: 'true' }), rules })

/**
 * A cluster role that a controller fills with the rules of the roles aggregated into it. Its own rules may be aggregated into
 * the role `to`.
 */
export const aggregatedRole = (name: string, to?: string): BootstrapObject =>
  entry('clusterroles', 'ClusterRole', {
    metadata: marked(name, to === undefined ? {} : { [aggregateTo(to)]: 'true' }),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregateTo(name)]: 'true' } }] },
  })

interface Subject extends JsonObject {
  kind: string
  name: string
}

export const user = (name: string): Subject => ({ kind: 'User', apiGroup: RBAC, name })
export const group = (name: string): Subject => ({ kind: 'Group', apiGroup: RBAC, name })
/** A component's account, in the system namespace. */
export const account = (name: string): Subject => ({ kind: 'ServiceAccount', name, namespace: '{system}-system' })

const reference = (kind: string, name: string) => ({ apiGroup: RBAC, kind, name })

/** Binds the cluster role of the same name. */
export const clusterRoleBinding = (name: string, ...subjects: Subject[]): BootstrapObject =>
  entry('clusterrolebindings', 'ClusterRoleBinding', {
    metadata: marked(name),
    ...(subjects.length > 0 && { subjects }),
    roleRef: reference('ClusterRole', name),
  })

/** A controller's role and the binding to its account. */
export const controller = (name: string, ...rules: PolicyRule[]): readonly BootstrapObject[] => [
  role(`system:controller:${name}`, ...rules),
  clusterRoleBinding(`system:controller:${name}`, account(name)),
]

export const roleIn = (namespace: string, name: string, ...rules: PolicyRule[]): BootstrapObject =>
  entry('roles', 'Role', { metadata: marked(name, {}, namespace), rules })

/** Binds the role `to` of the namespace. By default, it is the role with the name of the binding. */
export const roleBinding = (
  namespace: string,
  name: string,
  subjects: readonly Subject[],
  to = name,
): BootstrapObject =>
  entry('rolebindings', 'RoleBinding', {
    metadata: marked(name, {}, namespace),
    subjects: [...subjects],
    roleRef: reference('Role', to),
  })
