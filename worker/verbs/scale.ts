import { fieldError } from '../api/field-error.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { invalid } from '../api/status.ts'
import type { ScaleMapping } from '../apply/scale-fields.ts'
import { parentOwners, scaleOwners } from '../apply/scale-fields.ts'
import { valueAt, numberAt } from '../resources/path.ts'
import type { Subresource } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import type { Environment } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { checkName } from './body-place.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** The Scale of any object with `spec.replicas`, `status.replicas` and a selector. */
export function readScale(object: ApiObject, subresource: Subresource): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata ?? {}
  const selector = selectorText(valueAt(object, 'spec.selector'))
  return canonical(subresource.schema, {
    kind: subresource.kind.kind,
    apiVersion: formatGroupVersion(subresource.kind),
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberAt(object, 'spec.replicas') },
    status: { replicas: numberAt(object, 'status.replicas'), ...(selector !== '' && { selector }) },
  })
}

/** A selector as one line: `a=b,c in (d,e),!f`. */
function selectorText(selector: unknown): string {
  if (!isObject(selector)) return ''
  const isPlain = !isObject(selector['matchLabels']) && !Array.isArray(selector['matchExpressions'])
  const labels = isPlain ? selector : isObject(selector['matchLabels']) ? selector['matchLabels'] : {}
  const terms = Object.entries(labels).map(([key, value]) => ({ key, text: `${key}=${textOf(value)}` }))
  const expressions = Array.isArray(selector['matchExpressions']) ? selector['matchExpressions'] : []
  for (const expression of expressions.filter(isObject)) {
    const key = textOf(expression['key'])
    terms.push({ key, text: expressionText(key, expression) })
  }
  return terms
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ text }) => text)
    .join(',')
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

function expressionText(key: string, { operator, values }: JsonObject): string {
  const list = Array.isArray(values) ? values.map(textOf).sort().join(',') : ''
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${list})`
}

/**
 * Writes `spec.replicas` of the object. `edit` gets its Scale, with the owners of the replicas as the Scale's own, and
 * gives the new one with its managedFields.
 */
export async function reviseScale(
  environment: Environment,
  target: Target,
  caller: Caller,
  edit: (scale: ApiObject) => ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const { subresource } = target
  if (subresource === undefined) throw new Error('a Scale is written through its subresource')
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
    object['spec'] = { ...(isObject(object['spec']) ? object['spec'] : {}), replicas }
    object.metadata.resourceVersion = scale.metadata?.resourceVersion
    object.metadata.managedFields = parentOwners(mapping, owners, scale.metadata?.managedFields)
    return object
  }
  const written = await revise(environment, target, caller, { next, creates: false, uid: '' }, options)
  return { object: readScale(written.object, subresource), created: false }
}

function mappingOf({ resource, version }: Target, { kind }: Subresource): ScaleMapping {
  return {
    scaleVersion: formatGroupVersion(kind),
    parentVersion: version.apiVersion,
    replicasPath: (apiVersion) =>
      resource.versions.some((served) => served.apiVersion === apiVersion) ? ['spec', 'replicas'] : undefined,
  }
}
