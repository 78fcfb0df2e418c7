import { fieldError } from '../api/field-error.ts'
import { parseGroupVersion } from '../api/group-version.ts'
import { isObject } from '../api/json.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { invalid } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { equalJson } from '../patch/json-values.ts'
import { textAt, valueAt } from '../resources/path.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import type { Authorizer } from './authorizer.ts'
import type { WriteGuard } from './write-guard.ts'
import { goText } from '../api/go-format.ts'

/** Parts of the server that the guards read. */
export interface Guarding {
  readonly authorizer: Authorizer
  readonly catalog: Catalog
  readonly store: Store
  readonly dialect: Dialect
}

/** The author of a policy must be allowed to get all objects of its paramKind. An unchanged paramKind is not checked again. */
export function policyGuard({ authorizer, catalog }: Guarding, group: string): WriteGuard {
  return async ({ user, object, old }) => {
    const kind = valueAt(object, 'spec.paramKind')
    if (!isObject(kind) || equalJson(kind, valueAt(old ?? {}, 'spec.paramKind') ?? null)) return
    const all = { ...ON_RESOURCE, user, verb: 'get', namespace: '*', name: '*' }
    if ((await authorizer.authorize({ ...all, ...resourceOf(kind, catalog) })).effect === 'allow') return
    const what = `(kind=${textAt(kind, 'kind')}, apiVersion=${textAt(kind, 'apiVersion')})`
    const text = `user ${goUser(user)} must have "get" permission on all objects of the referenced paramKind ${what}`
    throw refusal(group, 'ValidatingAdmissionPolicy', { object, field: 'paramKind', text })
  }
}

/**
 * The author of a binding must be allowed to read its params. An update is checked even when it leaves paramRef
 * unchanged, as on the real server.
 */
export function bindingGuard(
  { authorizer, catalog, store }: Guarding,
  { group, policies }: { readonly group: string; readonly policies: string },
): WriteGuard {
  return async ({ user, object }) => {
    const reference = valueAt(object, 'spec.paramRef')
    if (!isObject(reference)) return
    const policy = store.get({ resource: policies, namespace: '', name: textAt(object, 'spec.policyName') })?.object
    const kind = valueAt(policy ?? {}, 'spec.paramKind')
    const name = textAt(reference, 'name')
    const verb = name === '' ? 'list' : 'get'
    const these = { ...ON_RESOURCE, user, verb, namespace: textAt(reference, 'namespace'), name }
    const what = isObject(kind) ? resourceOf(kind, catalog) : ANYTHING
    if ((await authorizer.authorize({ ...these, ...what })).effect === 'allow') return
    // The real server also swaps the user and the verb in this message.
    const text = `user ${verb} does not have "${goUser(user)}" permission on the object referenced by paramRef`
    throw refusal(group, 'ValidatingAdmissionPolicyBinding', { object, field: 'paramRef', text })
  }
}

const ON_RESOURCE = { resourceRequest: true, subresource: '', path: '' } as const
const ANYTHING = { group: '*', version: '*', resource: '*' }

/**
 * The resource of a paramKind. For an unknown kind it is `*`: permission on every resource of the group and version is required.
 */
function resourceOf(paramKind: JsonObject, catalog: Catalog): typeof ANYTHING {
  const given = parseGroupVersion(textAt(paramKind, 'apiVersion'))
  if (given === undefined) return ANYTHING
  const found = catalog.byKind({ ...given, kind: textAt(paramKind, 'kind') })
  return { ...given, resource: found?.resource.name ?? '*' }
}

/** Formats a user like Go's `%v` of a pointer to the struct. */
const goUser = ({ username, uid, groups, extra }: UserInfo): string =>
  `&{${username} ${uid} ${goText([...groups])} ${goText(Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...(values ?? [])]])))}}`

interface Refusal {
  readonly object: ApiObject
  /** A field of the spec. */
  readonly field: string
  readonly text: string
}

const refusal = (group: string, kind: string, { object, field, text }: Refusal): Error =>
  invalid(group, kind, object.metadata?.name ?? '', [fieldError.forbidden(`spec.${field}`, text)])
