import { quote } from '../api/go-format.ts'
import { fieldError } from '../api/field-error.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, stringOrEmpty } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, internalError, invalid } from '../api/status.ts'
import type { ScaleMapping } from '../apply/scale-fields.ts'
import { parentOwners, scaleOwners } from '../apply/scale-fields.ts'
import { valueAt, numberAt } from '../resources/path.ts'
import type { ScalePaths, Subresource } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import type { Environment } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { checkName } from './body-place.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/**
 * The Scale of any object with `spec.replicas`, `status.replicas` and a selector; `paths`: where a custom resource has
 * them.
 * @throws internalError where a custom resource has no replicas
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
  const isPlain = !isObject(selector['matchLabels']) && !Array.isArray(selector['matchExpressions'])
  const labels = isPlain ? selector : isObject(selector['matchLabels']) ? selector['matchLabels'] : {}
  const terms = Object.entries(labels).map(([key, value]) => ({ key, text: `${key}=${stringOrEmpty(value)}` }))
  const expressions = Array.isArray(selector['matchExpressions']) ? selector['matchExpressions'] : []
  for (const expression of expressions.filter(isObject)) {
    const key = stringOrEmpty(expression['key'])
    terms.push({ key, text: expressionText(key, expression) })
  }
  return terms
    .sort((a, b) => (a.key < b.key ? -1 : 1))
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
 * Writes `spec.replicas` of the object. `edit` gets its Scale, with the owners of the replicas as the Scale's own, and
 * gives the new one with its managedFields. `uid` is the one the object itself must have; empty: any.
 */
export async function reviseScale(
  environment: Environment,
  target: Target,
  caller: Caller,
  edit: (scale: ApiObject) => ApiObject,
  options: WriteOptions,
  uid = '',
): Promise<Written> {
  const { subresource } = target
  if (subresource === undefined) throw new Error('a Scale is written through its subresource')
  const paths = target.version.custom?.scale
  if (paths !== undefined) return reviseCustomScale(environment, target, caller, { edit, paths, uid }, options)
  const mapping = mappingOf(target, subresource)
  const next = (live: ApiObject | undefined): ApiObject => {
    const object = editable(live ?? {})
    const owners = object.metadata.managedFields
    const old = editable(readScale(object, subresource))
    old.metadata.managedFields = scaleOwners(mapping, owners)
    const scale = edit(old)
    checkName(target, scale)
    const replicas = numberAt(scale, 'spec.replicas')
    if (replicas < 0) {
      const fault = fieldError.invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
      throw invalid(subresource.kind.group, subresource.kind.kind, target.name, [fault])
    }
    checkUid(target, scale, object)
    object['spec'] = { ...(isObject(object['spec']) ? object['spec'] : {}), replicas }
    object.metadata.resourceVersion = scale.metadata?.resourceVersion
    object.metadata.managedFields = parentOwners(mapping, owners, scale.metadata?.managedFields)
    return object
  }
  const view = {
    show: (object: ApiObject) => readScale(object, subresource),
    put: (object: ApiObject, scale: ApiObject) => withValue(object, 'spec.replicas', numberAt(scale, 'spec.replicas')),
  }
  const written = await revise(environment, target, caller, { next, creates: false, uid, view }, options)
  return { object: view.show(written.object), created: false }
}

/** Written though nobody has set the replicas yet: a number that no client means. */
const UNSET = -2147483648

interface CustomScale {
  readonly edit: (scale: ApiObject) => ApiObject
  readonly paths: ScalePaths
  readonly uid: string
}

/** The replicas of a custom resource lie where its definition says. */
async function reviseCustomScale(
  environment: Environment,
  target: Target,
  caller: Caller,
  { edit, paths, uid }: CustomScale,
  options: WriteOptions,
): Promise<Written> {
  const { subresource } = target
  if (subresource === undefined) throw new Error('a Scale is written through its subresource')
  const mapping = mappingOf(target, subresource)
  const show = (object: ApiObject): ApiObject => {
    const isSet = valueAt(object, paths.spec) !== undefined
    return readScale(isSet ? object : withValue(object, paths.spec, UNSET), subresource, paths)
  }
  const next = (live: ApiObject | undefined): ApiObject => {
    const object = editable(live ?? {})
    const owners = object.metadata.managedFields
    const old = editable(show(object))
    old.metadata.managedFields = scaleOwners(mapping, owners)
    const scale = edit(old)
    checkName(target, scale)
    const replicas = numberAt(scale, 'spec.replicas')
    if (replicas === UNSET) throw badRequest(`the spec replicas field ${quote(`.${paths.spec}`)} cannot be empty`)
    const { resourceVersion = '' } = scale.metadata ?? {}
    if (resourceVersion !== '') object.metadata.resourceVersion = resourceVersion
    object.metadata.managedFields = parentOwners(mapping, owners, scale.metadata?.managedFields)
    return { ...withValue(object, paths.spec, replicas), metadata: object.metadata }
  }
  const view = {
    show,
    put: (object: ApiObject, scale: ApiObject) => withValue(object, paths.spec, numberAt(scale, 'spec.replicas')),
  }
  const written = await revise(environment, target, caller, { next, creates: false, uid, view }, options)
  return { object: view.show(written.object), created: false }
}

function withValue(object: JsonObject, path: string, value: Json): JsonObject {
  const [key = '', ...rest] = path.split('.')
  const below = object[key]
  return {
    ...object,
    [key]: rest.length === 0 ? value : withValue(isObject(below) ? below : {}, rest.join('.'), value),
  }
}

/** A Scale may name the object it means; the answer names the subresource. */
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
