import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, stringOrEmpty } from '../../../worker/api/json.ts'
import { Failure } from '../failure.ts'
import { meansKind } from './configurations.ts'
import { pathSteps, placesOf, specifiedPlaces } from './field-paths.ts'
import type { Resource } from './kustomization.ts'

const CONTAINER_FIELDS = ['args.*', 'command.*', 'env.*.value', 'volumeMounts.*.mountPath']
const POD_PLACES = ['spec', 'spec.template.spec', 'spec.jobTemplate.spec.template.spec']

/** The fields in which `$(NAME)` is replaced by the value of a variable. */
const FIELDS: readonly (readonly string[])[] = [
  ...POD_PLACES.flatMap((pod) => [
    ...['containers', 'initContainers'].flatMap((list) => CONTAINER_FIELDS.map((field) => `${pod}.${list}.*.${field}`)),
    `${pod}.volumes.*.nfs.server`,
  ]),
  'metadata.annotations',
  'metadata.labels',
  'spec.template.metadata.annotations',
  'spec.nfs.server',
  'spec.ports.*.port',
  'spec.ports.*.targetPort',
  'spec.rules.*.host',
  'spec.tls.*.hosts.*',
  'spec.tls.*.secretName',
].map(pathSteps)

/** Adds the variables of a kustomization to those of its bases. @throws Failure for a name that is taken */
export function addVariables(known: Map<string, JsonObject>, variables: readonly JsonObject[]): void {
  for (const variable of variables) {
    const name = stringOrEmpty(variable.name)
    if (known.has(name)) throw new Failure(`var '${name}' already encountered`)
    known.set(name, variable)
  }
}

/** The resources with the values of the variables, which hold final names, also at the places of `specifications`. */
export function withVariables(
  resources: readonly Resource[],
  variables: ReadonlyMap<string, JsonObject>,
  specifications: readonly JsonObject[],
): readonly Resource[] {
  if (variables.size === 0) return resources
  const values = new Map([...variables].map(([name, variable]) => [name, valueOf(resources, variable)] as const))
  return resources.map((resource) => {
    const object = structuredClone(resource.object)
    const specified = specifications
      .filter((each) => meansKind(each, object))
      .flatMap(({ path }) => specifiedPlaces(object, stringOrEmpty(path), false))
    for (const place of [...FIELDS.flatMap((steps) => placesOf(object, steps)), ...specified])
      if (place.value !== undefined) place.set(expanded(place.value, values))
    return { ...resource, object }
  })
}

function valueOf(resources: readonly Resource[], variable: JsonObject): Json {
  const reference = objectOrEmpty(variable.objref)
  const field = objectOrEmpty(variable.fieldref)
  const path = stringOrEmpty(field.fieldPath) || stringOrEmpty(field.fieldpath) || 'metadata.name'
  const found = resources.find(
    ({ object, original }) =>
      object.kind === reference.kind &&
      original === reference.name &&
      (!stringOrEmpty(reference.apiVersion) || object.apiVersion === reference.apiVersion) &&
      (!stringOrEmpty(reference.namespace) || object.metadata?.namespace === reference.namespace),
  )
  const steps = pathSteps(path.replace(/\[(\d+)\]/g, '.$1'))
  const value = found === undefined ? undefined : placesOf(found.object, steps)[0]?.value
  if (value === undefined)
    throw new Failure(`var '${stringOrEmpty(variable.name)}' cannot be mapped to a field in the set of known resources`)
  return value
}

/** `$$(NAME)` is the text `$(NAME)`. A text that is only a variable takes the type of its value. */
function expanded(value: Json, values: ReadonlyMap<string, Json>): Json {
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expanded(each ?? null, values)]))
  if (Array.isArray(value)) return value.map((each) => expanded(each, values))
  if (typeof value !== 'string') return value
  const whole = values.get(/^\$\(([^)]*)\)$/.exec(value)?.[1] ?? '')
  if (whole !== undefined) return whole
  return value.replace(/\$(\$|\(([^)]*)\))/g, (text, next: string, name?: string) => {
    if (next === '$') return '$'
    const found = values.get(name ?? '')
    return found === undefined ? text : String(found)
  })
}
