import { isObject } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import { dnsSubdomain, pathSegment } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Column } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { age, text } from '../columns.ts'
import { spelledDefault } from '../notation/defaults.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each, spelled } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goStruct } from '../../api/go-source.ts'

const GROUP = 'rbac.authorization.{domain}'
const SUBJECT_KINDS = ['ServiceAccount', 'User', 'Group']

const defaults = {
  roleRef: { apiGroup: spelledDefault((spell) => spell(GROUP)) },
  subjects: {
    apiGroup: spelledDefault((spell) => (subject) => {
      const { kind } = subject
      return kind === 'User' || kind === 'Group' ? spell(GROUP) : undefined
    }),
  },
} as const

const roleRef = (spell: Dialect['spell'], kinds: readonly string[]): Rule =>
  checkObject((reference, place) => {
    const group = textAt(reference, 'apiGroup')
    const kind = textAt(reference, 'kind')
    const name = textAt(reference, 'name')
    if (group !== spell(GROUP)) place.notSupported(group, [spell(GROUP)], 'apiGroup')
    if (!kinds.includes(kind)) place.notSupported(kind, kinds, 'kind')
    if (name === '') place.required('', 'name')
    for (const fault of pathSegment(name)) place.invalid(name, fault, 'name')
  })

function account(subject: JsonObject, place: Place, namespaced: boolean): void {
  const name = textAt(subject, 'name')
  const group = textAt(subject, 'apiGroup')
  if (name !== '') for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'name')
  if (group !== '') place.notSupported(group, [''], 'apiGroup')
  if (!namespaced && textAt(subject, 'namespace') === '') place.required('', 'namespace')
}

const subject = (spell: Dialect['spell'], namespaced: boolean): Rule =>
  checkObject((value, place) => {
    const kind = textAt(value, 'kind')
    const group = textAt(value, 'apiGroup')
    if (textAt(value, 'name') === '') place.required('', 'name')
    if (kind === 'ServiceAccount') account(value, place, namespaced)
    else if (!SUBJECT_KINDS.includes(kind)) place.notSupported(kind, SUBJECT_KINDS, 'kind')
    else if (group !== spell(GROUP)) place.notSupported(group, [spell(GROUP)], 'apiGroup')
  })

const rulesOf = (namespaced: boolean, ...kinds: readonly string[]): Rule =>
  spelled((spell) => [at('roleRef', roleRef(spell, kinds)), each('subjects', subject(spell, namespaced))])

const goRoleRef = goStruct('rbac.RoleRef', { APIGroup: 'apiGroup', Kind: 'kind', Name: 'name' })

/** A binding with a changed role would grant permissions that its creator never had. */
const sameRole: Rule = at(
  'roleRef',
  checkObject((reference, place, old) => {
    if (!equalJson(reference, old ?? null)) place.invalidShown(goRoleRef(reference), 'cannot change roleRef')
  }),
)

const subjects = (kind: string, shown: (subject: JsonObject) => string): ((binding: ApiObject) => string) => {
  return (binding) =>
    listAt(binding, 'subjects')
      .filter(isObject)
      .filter((subject) => subject['kind'] === kind)
      .map(shown)
      .join(', ')
}

const name = (subject: JsonObject): string => textAt(subject, 'name')
const qualified = (subject: JsonObject): string => `${textAt(subject, 'namespace')}/${name(subject)}`

const columns = (kind: string, what: string): readonly Column[] => [
  text(
    'Role',
    `RoleRef can ${what}. If the RoleRef cannot be resolved, the Authorizer must return an error.`,
    (binding) => `${textAt(binding, 'roleRef.kind')}/${textAt(binding, 'roleRef.name')}`,
  ),
  age,
  text('Users', `Users in the ${kind}`, subjects('User', name), 1),
  text('Groups', `Groups in the ${kind}`, subjects('Group', name), 1),
  text('ServiceAccounts', `ServiceAccounts in the ${kind}`, subjects('ServiceAccount', qualified), 1),
]

const namespacedRules: readonly Rule[] = [rulesOf(true, 'Role', 'ClusterRole')]
const clusterRules: readonly Rule[] = [rulesOf(false, 'ClusterRole')]

/** The real server runs these rules twice on an update, and reports each fault twice. */
export const roleBindings = {
  resource: 'rbac.authorization.{domain}/rolebindings',
  defaults,
  rules: namespacedRules,
  updates: [...namespacedRules, ...namespacedRules, sameRole],
  behaviour: () => ({
    columns: columns(
      'roleBinding',
      'reference a Role in the current namespace or a ClusterRole in the global namespace',
    ),
  }),
} satisfies Kind

export const clusterRoleBindings = {
  resource: 'rbac.authorization.{domain}/clusterrolebindings',
  defaults,
  rules: clusterRules,
  updates: [...clusterRules, ...clusterRules, sameRole],
  behaviour: () => ({ columns: columns('clusterRoleBinding', 'only reference a ClusterRole in the global namespace') }),
} satisfies Kind
