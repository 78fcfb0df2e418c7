import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { decode } from '../schema/decode.ts'
import { serverItself } from '../verbs/server-itself.ts'
import type { Caller, DeleteOptions, PatchRequest, Target, Verbs } from '../verbs/verbs.ts'
import type { DeletionOptions, Objects, Place, ResourceKind } from './controller.ts'

interface Served {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
}

const MANAGER = '{system}-controller-manager'

const EVERYTHING = {
  resourceVersion: '',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  limit: 0,
  continue: '',
}

/**
 * A kind as the catalog has it now; undefined where nobody serves it.
 * @param part a subresource
 */
export function findTarget(
  { catalog, dialect }: Pick<Served, 'catalog' | 'dialect'>,
  { group, version, resource }: ResourceKind,
  { namespace, name }: Place,
  part?: string,
): Target | undefined {
  const found = catalog.find(dialect.spell(group), version, resource)
  if (found === undefined) return undefined
  const subresource = part === undefined ? undefined : found.version.subresources.get(part)
  return { ...found, subresource, namespace, name }
}

/**
 * @param writer in whose name, the manager's where not given: a template of the dialect. A write is visible, and everybody who watches was told of it, before it is answered
 * (store/revisioned-store.ts): so the informers have seen it by then.
 */
export function managerObjects({ verbs, catalog, dialect }: Served, writer = MANAGER): Objects {
  const manager = dialect.spell(writer)
  const user = { ...serverItself.user, username: `system:${manager}` }
  const caller: Caller = { ...serverItself, user }
  const options = { dryRun: false, fieldManager: manager }
  const targetOf = (kind: ResourceKind, place: Place, part?: string): Target => {
    const target = findTarget({ catalog, dialect }, kind, place, part)
    if (target !== undefined) return target
    throw new Error(`serve ${kind.group}/${kind.version} ${kind.resource}: a controller works with it`)
  }
  return {
    async get(kind, place) {
      const target = targetOf(kind, place)
      return missingAllowed(async () => (await verbs.get(target, caller, { resourceVersion: '' })).object)
    },
    async scale(kind, place) {
      return (await verbs.get(targetOf(kind, place, 'scale'), caller, { resourceVersion: '' })).object
    },
    async list(kind, namespace) {
      const target = targetOf(kind, { namespace, name: '' })
      const { items } = await verbs.list(target, caller, EVERYTHING)
      return Array.from(items, ({ object }) => object)
    },
    async create(kind, object, subresource) {
      const place = placeOf(object)
      const target = targetOf(kind, subresource === undefined ? { ...place, name: '' } : place, subresource)
      return (await verbs.create(target, caller, bodyOf(target, object), options)).object
    },
    async update(kind, object, subresource) {
      const target = targetOf(kind, placeOf(object), subresource)
      return (await verbs.update(target, caller, bodyOf(target, object), options)).object
    },
    async patch(kind, place, type, patch, subresource) {
      const target = targetOf(kind, place, subresource)
      return (await verbs.patch(target, caller, patchOf(target, type, patch), options)).object
    },
    async delete(kind, place, deletion = {}) {
      const target = targetOf(kind, place)
      await missingAllowed(async () => verbs.delete(target, caller, deleteOptions(deletion)))
    },
    async deleteCollection(kind, namespace, deletion = {}) {
      const target = targetOf(kind, { namespace, name: '' })
      await verbs.deleteCollection(target, caller, EVERYTHING, deleteOptions(deletion))
    },
  }
}

export const placeOf = ({ metadata }: ApiObject): Place => ({
  namespace: metadata?.namespace ?? '',
  name: metadata?.name ?? '',
})

async function missingAllowed<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (wasRefused(error, 'NotFound')) return undefined
    throw error
  }
}

/** A copy of its own, in the form that bodies have: the verbs change it, and a controller gives what others hold. */
function bodyOf({ version, subresource }: Target, object: Json): ApiObject {
  const isWhole = subresource === undefined || subresource.schema === version.schema
  if (isWhole && version.custom !== undefined && isObject(object)) return version.custom.read(object).object
  return decode(subresource?.schema ?? version.schema, object).object
}

const patchOf = (target: Target, type: PatchRequest['type'], patch: Json): PatchRequest => ({
  type,
  read: () => patch,
  checked: false,
  decode: (value) => bodyOf(target, value),
})

function deleteOptions({
  uid,
  resourceVersion,
  propagationPolicy,
  gracePeriodSeconds,
}: DeletionOptions): DeleteOptions {
  const preconditions = { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) }
  const raw = {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
  }
  return { dryRun: false, gracePeriodSeconds, propagationPolicy, preconditions, raw }
}
