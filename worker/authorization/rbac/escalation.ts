import { aggregateText, quote, quoteAll } from '../../api/go-format.ts'
import type { ApiObject, ObjectMeta } from '../../api/object.ts'
import { badRequest, forbidden, notFound, plainError } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { Authorizer, PolicyRule } from '../authorizer.ts'
import { PRIVILEGED_GROUP } from '../privileged-group.ts'
import type { GuardedWrite, WriteGuard } from '../write-guard.ts'
import type { RbacPolicy } from './policy.ts'
import { readRules } from './policy-rules.ts'
import { rulesOf } from './rbac.ts'
import type { RoleReference } from './role-bindings.ts'
import { describeRules, missingRules } from './rule-coverage.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

interface Guarding {
  readonly authorizer: Authorizer
  readonly policy: RbacPolicy
  readonly dialect: Dialect
}

/**
 * The write guards of roles and bindings, by storage name. Users may grant only permissions that they hold, unless they may
 * `escalate` or `bind` the role.
 */
export function escalationGuards(guarding: Guarding): ReadonlyMap<string, WriteGuard> {
  const group = guarding.dialect.spell('rbac.authorization.{domain}')
  const entries = [
    ['clusterroles', roleGuard],
    ['roles', roleGuard],
    ['clusterrolebindings', bindingGuard],
    ['rolebindings', bindingGuard],
  ] as const
  return new Map(
    entries.map(([resource, guard]) => [`${group}/${resource}`, guard(guarding, { group, resource })] as const),
  )
}

interface Place {
  readonly group: string
  readonly resource: string
}

const everything = { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
const FULL_AUTHORITY: readonly PolicyRule[] = [
  { ...everything, apiGroups: ['*'], resources: ['*'] },
  { ...everything, nonResourceURLs: ['*'] },
]

const aggregates = (object: ApiObject | undefined): boolean =>
  object !== undefined && listAt(object, 'aggregationRule.clusterRoleSelectors').length > 0

function roleGuard(guarding: Guarding, place: Place): WriteGuard {
  return async (write) => {
    const { user, namespace, name, object, old } = write
    if (user.groups.includes(PRIVILEGED_GROUP)) return
    const may = { user, verb: 'escalate', namespace, name, ...place }
    if ((await guarding.authorizer.authorize({ ...ON_RESOURCE, ...may })).effect === 'allow') return
    if (onlyForDeletion(write)) return
    refuseMissing(guarding, place, write, readRules(object['rules']))
    if (!aggregates(object) && !aggregates(old)) return
    // An aggregated role can gain any permission later.
    if (missingRules(rulesOf(guarding.policy, user, namespace).rules, FULL_AUTHORITY).length > 0) {
      throw forbidden(
        place,
        object.metadata?.name ?? '',
        'must have cluster-admin privileges to use the aggregationRule',
      )
    }
  }
}

function bindingGuard(guarding: Guarding, place: Place): WriteGuard {
  const { authorizer, policy } = guarding
  return async (write) => {
    const { user, namespace, object } = write
    if (user.groups.includes(PRIVILEGED_GROUP) || onlyForDeletion(write)) return
    const role = { kind: textAt(object, 'roleRef.kind'), name: textAt(object, 'roleRef.name') }
    const resource = RESOURCES[role.kind]
    if (resource !== undefined) {
      const may = {
        user,
        verb: 'bind',
        group: textAt(object, 'roleRef.apiGroup'),
        resource,
        namespace,
        name: role.name,
      }
      if ((await authorizer.authorize({ ...ON_RESOURCE, ...may })).effect === 'allow') return
    }
    if (role.kind === 'Role' && namespace === '') throw badRequest('Namespace parameter required.')
    const rules = policy.roleRules(role, namespace)
    if (resource === undefined) throw plainError(`unsupported role reference kind: ${quote(role.kind)}`)
    if (rules === undefined) throw notFound({ group: place.group, resource }, role.name)
    refuseMissing(guarding, place, write, rules)
  }
}

const RESOURCES = lookupTable<string>({ ClusterRole: 'clusterroles', Role: 'roles' })

const ON_RESOURCE = { resourceRequest: true, version: '*', subresource: '', path: '' } as const

function refuseMissing(
  { policy }: Guarding,
  place: Place,
  { user, namespace, object }: GuardedWrite,
  wanted: readonly PolicyRule[],
): void {
  const { rules, absent } = rulesOf(policy, user, namespace)
  const missing = missingRules(rules, wanted)
  if (missing.length === 0) return
  throw forbidden(place, object.metadata?.name ?? '', refusalText(user, missing, place.group, absent))
}

function refusalText(
  { username, groups }: UserInfo,
  missing: readonly PolicyRule[],
  group: string,
  absent: readonly RoleReference[],
): string {
  const who = `user ${quote(username)} (groups=${quoteAll(groups)})`
  const text = `${who} is attempting to grant RBAC permissions not currently held:\n${describeRules(missing)}`
  if (absent.length === 0) return text
  const errors = absent.map(({ kind, name }) => notFound({ group, resource: RESOURCES[kind] ?? '' }, name).message)
  return `${text}; resolution errors: [${aggregateText(errors)}]`
}

/** Whether only finalizers and owners change, which a deletion needs (reference/authorisation.md 7). */
function onlyForDeletion({ object, old }: GuardedWrite): boolean {
  if (old === undefined) return false
  return equalJson(withoutHolds(object), withoutHolds(old))
}

function withoutHolds({ metadata = {}, ...rest }: ApiObject): ApiObject {
  const { finalizers: _f, ownerReferences: _o, managedFields: _m, selfLink: _s, ...kept }: ObjectMeta = metadata
  return { ...rest, metadata: kept }
}
