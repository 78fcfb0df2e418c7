import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import { jsonType } from '../../../worker/schema/decode-error.ts'
import { Failure } from '../failure.ts'

/** The Go type of a field: a scalar, a list of a type, a map of texts, or a struct with some fields. */
type GoType = 'text' | 'boolean' | 'integer' | 'texts' | 'map' | 'struct' | 'structs' | Fields
interface Fields {
  readonly list: boolean
  readonly fields: Readonly<Record<string, GoType>>
}

const OPTIONS: Fields = {
  list: false,
  fields: { labels: 'map', annotations: 'map', disableNameSuffixHash: 'boolean', immutable: 'boolean' },
}

const GENERATOR: Fields = {
  list: true,
  fields: {
    name: 'text',
    namespace: 'text',
    behavior: 'text',
    literals: 'texts',
    files: 'texts',
    envs: 'texts',
    env: 'text',
    type: 'text',
    options: OPTIONS,
  },
}

const PATCH: Fields = { list: true, fields: { path: 'text', patch: 'text', target: 'struct', options: 'struct' } }

const FIELDS: Readonly<Record<string, GoType>> = {
  apiVersion: 'text',
  kind: 'text',
  metadata: 'struct',
  resources: 'texts',
  bases: 'texts',
  components: 'texts',
  crds: 'texts',
  generators: 'texts',
  transformers: 'texts',
  validators: 'texts',
  configurations: 'texts',
  buildMetadata: 'texts',
  patchesStrategicMerge: 'texts',
  namespace: 'text',
  namePrefix: 'text',
  nameSuffix: 'text',
  commonLabels: 'map',
  commonAnnotations: 'map',
  openapi: 'map',
  helmGlobals: 'struct',
  helmCharts: 'structs',
  helmChartInflationGenerator: 'structs',
  generatorOptions: OPTIONS,
  configMapGenerator: GENERATOR,
  secretGenerator: GENERATOR,
  patches: PATCH,
  patchesJson6902: PATCH,
  images: { list: true, fields: { name: 'text', newName: 'text', newTag: 'text', tagSuffix: 'text', digest: 'text' } },
  replicas: { list: true, fields: { name: 'text', count: 'integer' } },
  labels: {
    list: true,
    fields: { pairs: 'map', includeSelectors: 'boolean', includeTemplates: 'boolean', fields: 'structs' },
  },
  replacements: 'structs',
  vars: 'structs',
  sortOptions: 'struct',
}

/** The fields of a kustomization file. @throws Failure for a value of another type */
export function decodedKustomization(value: Json): JsonObject {
  const fields = isObject(value) ? spelled(value, FIELDS) : undefined
  const fault = fields === undefined ? cannot(value, 'types.Kustomization') : fieldsFault(fields, FIELDS)
  if (fault !== undefined) throw new Failure(`invalid Kustomization: ${fault}`)
  return fields ?? {}
}

/** The object with the field names of a Go struct: Go's decoder ignores their case, so `nameprefix` is `namePrefix`. */
function spelled(value: JsonObject, fields: Readonly<Record<string, GoType>>): JsonObject {
  const nameOf = (given: string): string => {
    if (Object.hasOwn(fields, given)) return given
    return Object.keys(fields).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given
  }
  return Object.fromEntries(
    Object.entries(value).map(([given, each]) => {
      const name = nameOf(given)
      return [name, spelledValue(each, Object.hasOwn(fields, name) ? fields[name] : undefined)]
    }),
  )
}

function spelledValue(value: Json | undefined, type: GoType | undefined): Json | undefined {
  if (typeof type !== 'object') return value
  if (isObject(value)) return spelled(value, type.fields)
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? spelled(item, type.fields) : item)) : value
}

function fieldsFault(value: JsonObject, fields: Readonly<Record<string, GoType>>): string | undefined {
  for (const [name, each] of Object.entries(value)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    const fault = type === undefined ? undefined : typeFault(each ?? null, type)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Refuses unknown fields of a struct. The reader of a kustomization checks the kustomization's own fields. */
function structFault(value: JsonObject, fields: Readonly<Record<string, GoType>>): string | undefined {
  const fault = fieldsFault(value, fields)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  return fault ?? (unknown === undefined ? undefined : `json: unknown field ${JSON.stringify(unknown)}`)
}

function typeFault(value: Json, type: GoType): string | undefined {
  if (value === null) return undefined
  if (typeof type !== 'string') {
    if (!type.list) return isObject(value) ? structFault(value, type.fields) : cannot(value, 'struct')
    return listFault(value, (item) => (isObject(item) ? structFault(item, type.fields) : cannot(item, 'struct')))
  }
  if (type === 'structs') return listFault(value, (item) => typeFault(item, 'struct'))
  if (type === 'texts') return listFault(value, (item) => typeFault(item, 'text'))
  if (type === 'struct') return isObject(value) ? undefined : cannot(value, 'struct')
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : cannot(value, 'bool')
  if (type === 'integer')
    return typeof value === 'number' || typeof value === 'bigint' ? undefined : cannot(value, 'int')
  if (type === 'text') return typeof value === 'string' ? undefined : cannot(value, 'string')
  if (!isObject(value)) return cannot(value, 'map[string]string')
  return Object.values(value)
    .map((each) => typeFault(each ?? null, 'text'))
    .find((fault) => fault !== undefined)
}

function listFault(value: Json, faultOf: (item: Json) => string | undefined): string | undefined {
  if (!Array.isArray(value)) return cannot(value, 'list')
  return value.map(faultOf).find((fault) => fault !== undefined)
}

const cannot = (value: Json, into: string): string =>
  `json: cannot unmarshal ${jsonType(value)} into Go value of type ${into}`
