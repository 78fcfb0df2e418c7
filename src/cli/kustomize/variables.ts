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

/** Adds the variables of a kustomization to the variables so far. @throws Failure for a name in use */
export function addVariables(known: Map<string, JsonObject>, variables: readonly JsonObject[]): void {
  for (const variable of variables) {
    const name = stringOrEmpty(variable.name)
    if (known.has(name)) {
      const all = variables.map((each) => shown(each, { isRead: false })).join(' ')
      throw new Failure(`merging vars [${all}]: var '${name}' already encountered`)
    }
    known.set(name, variable)
  }
}

/**
 * The resources with the values of the variables, which contain the final names. `specifications` adds places that are
 * changed.
 */
export function withVariables(
  resources: readonly Resource[],
  variables: ReadonlyMap<string, JsonObject>,
  specifications: readonly JsonObject[],
): { readonly resources: readonly Resource[]; readonly unused: readonly string[] } {
  if (variables.size === 0) return { resources, unused: [] }
  const used = new Set<string>()
  const values = new Map([...variables].map(([name, variable]) => [name, valueOf(resources, variable)] as const))
  const next = resources.map((resource) => {
    const object = structuredClone(resource.object)
    const specified = specifications
      .filter((each) => meansKind(each, object))
      .flatMap(({ path }) => specifiedPlaces(object, stringOrEmpty(path), false))
    for (const place of [...FIELDS.flatMap((steps) => placesOf(object, steps)), ...specified])
      if (place.value !== undefined) place.set(expanded(place.value, values, used))
    return { ...resource, object }
  })
  return { resources: next, unused: [...variables.keys()].filter((name) => !used.has(name)).sort() }
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
  if (found === undefined)
    throw new Failure(`var '${shown(variable)}' cannot be mapped to a field in the set of known resources`)
  const value = placesOf(found.object, pathSteps(path.replace(/\[(\d+)\]/g, '.$1')))[0]?.value
  if (value === undefined)
    throw new Failure(`field specified in var '${shown(variable)}' not found in corresponding resource`)
  return value
}

/** A variable as Go prints it. Before kustomize has read the variable (`isRead`), it has no version and no path of a name. */
function shown({ name, objref, fieldref }: JsonObject, { isRead = true } = {}): string {
  const { apiVersion, kind, group, version } = objectOrEmpty(objref)
  const [ofVersion = '', ofGroup = ''] = isRead ? stringOrEmpty(apiVersion).split('/').reverse() : []
  const type = [
    stringOrEmpty(kind) || '[noKind]',
    ofVersion || stringOrEmpty(version) || '[noVer]',
    ofGroup || stringOrEmpty(group) || '[noGrp]',
  ].join('.')
  const field = objectOrEmpty(fieldref)
  const path = stringOrEmpty(field.fieldPath) || stringOrEmpty(field.fieldpath) || (isRead ? 'metadata.name' : '')
  return `{${stringOrEmpty(name)} ${type} {${path}}}`
}

/**
 * Replaces `$(NAME)` in a value. `$$(NAME)` is the text `$(NAME)`. A text that is only a variable gets the type
 * of the variable's value.
 */
function expanded(value: Json, values: ReadonlyMap<string, Json>, used: Set<string>): Json {
  const read = (name: string): Json | undefined => {
    if (values.has(name)) used.add(name)
    return values.get(name)
  }
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expanded(each ?? null, values, used)]))
  if (Array.isArray(value)) return value.map((each) => expanded(each, values, used))
  if (typeof value !== 'string') return value
  const whole = read(/^\$\(([^)]*)\)$/.exec(value)?.[1] ?? '')
  if (whole !== undefined) return whole
  return value.replace(/\$(\$|\(([^)]*)\))/g, (text, next: string, name?: string) => {
    if (next === '$') return '$'
    const found = read(name ?? '')
    return found === undefined ? text : String(found)
  })
}
