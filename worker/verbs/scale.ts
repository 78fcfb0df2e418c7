import { compareText } from '../api/byte-order.ts'
import { quote } from '../api/go-format.ts'
import { fieldError } from '../api/field-error.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, objectOrEmpty, ownMember, setKey, stringOrEmpty } from '../api/json.ts'
import { dnsSubdomain } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, internalError, invalid } from '../api/status.ts'
import type { ScaleMapping } from '../apply/scale-fields.ts'
import { parentOwners, scaleOwners } from '../apply/scale-fields.ts'
import { standardFinalizers, validateMeta } from '../resources/object-meta.ts'
import { valueAt, numberAt } from '../resources/path.ts'
import type { ScalePaths } from '../resources/scale-paths.ts'
import type { Subresource } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import type { AdmissionView } from './admit.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { checkPlace } from './object-place.ts'
import type { Target, Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import type { Draft, Write } from './write.ts'

/**
 * The Scale of an object with `spec.replicas`, `status.replicas` and a selector, or with `paths` of a custom resource.
 * @throws internalError() for a custom resource without replicas
 */
export function readScale(object: ApiObject, subresource: Subresource, paths?: ScalePaths): ApiObject {
  if (paths !== undefined && valueAt(object, paths.spec) === undefined) throw noReplicas(paths)
  const numbers = paths ?? { spec: 'spec.replicas', status: 'status.replicas' }
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata ?? {}
  const selector =
    paths === undefined
      ? selectorText(valueAt(object, 'spec.selector'))
      : stringOrEmpty(valueAt(object, paths.selector ?? ''))
  return canonical(subresource.schema, {
    kind: subresource.kind.kind,
    apiVersion: formatGroupVersion(subresource.kind),
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberAt(object, numbers.spec) },
    status: { replicas: numberAt(object, numbers.status), ...(selector !== '' && { selector }) },
  })
}

const noReplicas = ({ spec }: ScalePaths): Error =>
  internalError(`the spec replicas field ${quote(`.${spec}`)} does not exist`)

/** A selector as one line: `a=b,c in (d,e),!f`. */
function selectorText(selector: unknown): string {
  if (!isObject(selector)) return ''
  const { matchLabels } = selector
  const isPlain = !isObject(matchLabels) && !Array.isArray(selector['matchExpressions'])
  const given = isPlain ? selector : matchLabels
  const terms = Object.entries(objectOrEmpty(given)).map(([key, value]) => ({
    key,
    text: `${key}=${stringOrEmpty(value)}`,
  }))
  const expressions = Array.isArray(selector['matchExpressions']) ? selector['matchExpressions'] : []
  for (const expression of expressions.filter(isObject)) {
    const key = stringOrEmpty(expression['key'])
    terms.push({ key, text: expressionText(key, expression) })
  }
  return terms
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ text }) => text)
    .join(',')
}

function expressionText(key: string, { operator, values }: JsonObject): string {
  const list = Array.isArray(values) ? values.map(stringOrEmpty).sort().join(',') : ''
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${list})`
}

/**
 * How the Scale of an object is read and written. `guaranteedUpdate` calls these functions on every attempt to change the
 * object.
 */
interface ScaleWrite {
  /** The object as a Scale, whose managedFields are the owners of the replicas. */
  show(object: ApiObject): ApiObject
  /** The object with the replicas of a Scale. @throws StatusError for replicas that the object cannot have */
  put(object: Draft, scale: ApiObject): ApiObject
}

/**
 * Writes the replicas of an object through its Scale. `edit` gets the current Scale and returns the new one with its
 * managedFields. `uid` is the uid that the object must have, or an empty text for any uid.
 */
export async function updateScale(
  write: Write,
  edit: (scale: ApiObject) => Promise<ApiObject>,
  uid = '',
): Promise<Written> {
  const { target } = write
  const { subresource, version } = target
  if (subresource === undefined) throw new Error('write a Scale through its subresource')
  const paths = version.custom?.scale
  const { show, put } = paths === undefined ? plainScale(target, subresource) : customScale(subresource, paths)
  const mapping = mappingOf(target, subresource)
  const owned = (object: ApiObject): Draft => {
    const scale = editable(show(object))
    scale.metadata.managedFields = scaleOwners(mapping, object.metadata?.managedFields)
    return scale
  }
  let asked: ApiObject = {}
  const next = async (live: ApiObject | undefined): Promise<ApiObject> => {
    const object = editable(live ?? {})
    asked = await edit(owned(object))
    checkPlace(target, asked)
    return object
  }
  const view: AdmissionView = {
    show,
    asked: (live) => ({ object: editable(asked), oldObject: owned(live) }),
    put(object, scale) {
      const scaled = editable(object)
      const owners = scaled.metadata.managedFields
      const parent = put(scaled, scale)
      scaled.metadata.managedFields = parentOwners(mapping, owners, scale.metadata?.managedFields)
      return { ...parent, metadata: scaled.metadata }
    },
  }
  const written = await guaranteedUpdate(write, { next, creates: false, uid, view })
  return { object: show(written.object), created: false }
}

function plainScale(target: Target, subresource: Subresource): ScaleWrite {
  return {
    show: (object) => readScale(object, subresource),
    put(object, scale) {
      const replicas = numberAt(scale, 'spec.replicas')
      const { metadata = {} } = scale
      const faults = [
        ...validateMeta(metadata, { namespaced: true, nameRule: dnsSubdomain }),
        ...standardFinalizers(metadata.finalizers ?? []),
      ]
      if (replicas < 0) faults.push(fieldError.invalid('spec.replicas', replicas, 'must be greater than or equal to 0'))
      if (faults.length > 0) throw invalid(subresource.kind.group, subresource.kind.kind, target.name, faults)
      checkUid(target, scale, object)
      object.metadata.resourceVersion = scale.metadata?.resourceVersion
      return withValue(object, 'spec.replicas', replicas)
    },
  }
}

/** Marks a Scale without replicas: a number that no client sends. */
const UNSET = -2147483648

/** The Scale of a custom resource, whose definition names the path of the replicas. */
function customScale(subresource: Subresource, paths: ScalePaths): ScaleWrite {
  return {
    show(object) {
      const isSet = valueAt(object, paths.spec) !== undefined
      return readScale(isSet ? object : withValue(object, paths.spec, UNSET), subresource, paths)
    },
    put(object, scale) {
      const replicas = numberAt(scale, 'spec.replicas')
      if (replicas === UNSET) throw badRequest(`the spec replicas field ${quote(`.${paths.spec}`)} cannot be empty`)
      const { resourceVersion = '' } = scale.metadata ?? {}
      if (resourceVersion !== '') object.metadata.resourceVersion = resourceVersion
      return withValue(object, paths.spec, replicas)
    },
  }
}

function withValue(object: JsonObject, path: string, value: Json): JsonObject {
  const [key = '', ...rest] = path.split('.')
  const below = ownMember(object, key)
  const copy = { ...object }
  setKey(copy, key, rest.length === 0 ? value : withValue(objectOrEmpty(below), rest.join('.'), value))
  return copy
}

/** Checks the uid of a Scale that has one; the refusal names the subresource. */
function checkUid({ resource, name }: Target, scale: ApiObject, object: ApiObject): void {
  const [given = '', actual = ''] = [scale.metadata?.uid, object.metadata?.uid]
  if (given === '' || given === actual) return
  const why = `Precondition failed: UID in precondition: ${given}, UID in object meta: ${actual}`
  throw conflict({ group: resource.group, resource: `${resource.name}/scale` }, name, why)
}

function mappingOf({ resource, version }: Target, { kind }: Subresource): ScaleMapping {
  return {
    scaleVersion: formatGroupVersion(kind),
    parentVersion: version.apiVersion,
    replicasPath(apiVersion) {
      const served = resource.versions.find((each) => each.apiVersion === apiVersion)
      if (served?.custom === undefined) return served && ['spec', 'replicas']
      return served.custom.scale?.spec.split('.') ?? null
    },
  }
}
