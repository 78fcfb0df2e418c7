// Checks values against OpenAPI v2 as kubectl does for documents that no server checks (kube-openapi, util/proto/validation).
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../worker/api/json.ts'
import { sortedKeys } from '../../worker/api/byte-order.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { isOfKind } from './openapi.ts'

/** A value and its schema, each with its path in messages. */
interface Checked {
  readonly value: Json
  readonly path: string
  readonly schema: JsonObject
  readonly schemaPath: string
}

type Faults = Error[]

const fault = ({ path }: Checked, why: string): Faults => [new Error(`ValidationError(${path}): ${why}`)]

const wrongType = (checked: Checked, got: string, expected: string): Faults =>
  fault(checked, `invalid type for ${checked.schemaPath}: got "${got}", expected "${expected}"`)

/** The faults of an object with a version and a kind; empty when the server publishes no schema of the kind. */
export function schemaFaults(definitions: JsonObject, object: JsonObject): Faults {
  const kind = String(object.kind)
  const version = parseGroupVersion(String(object.apiVersion))
  const found = Object.entries(definitions).find(
    ([, each]) => version !== undefined && isObject(each) && isOfKind(each, { ...version, kind }),
  )
  if (found === undefined) return []
  return valueFaults(definitions, { value: object, path: kind, schema: objectOrEmpty(found[1]), schemaPath: found[0] })
}

function valueFaults(definitions: JsonObject, checked: Checked): Faults {
  const { value, schema } = checked
  const reference = schema.$ref
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return valueFaults(definitions, {
      ...checked,
      schema: objectOrEmpty(ownMember(definitions, name)),
      schemaPath: name,
    })
  }
  if (isObject(schema.properties)) return fieldFaults(definitions, checked)
  if (schema.type === 'object') return memberFaults(definitions, checked)
  if (schema.type === 'array') return itemFaults(definitions, checked)
  if (typeof schema.type !== 'string' || isOfType(value, schema.type)) return []
  return wrongType(checked, typeOf(value), schema.type)
}

/** Whether kubectl accepts a value for a type: a number or a boolean is also a string, a fraction is also an integer. */
function isOfType(value: Json, type: string): boolean {
  if (type === 'string') return typeof value !== 'object'
  return typeof value === (type === 'boolean' ? type : 'number')
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  return isObject(value) ? 'map' : typeof value
}

const untyped = (path: string): Error => new Error(`unknown object type "nil" in ${path}`)

/** The values of a map, in the order of their keys. */
const sortedEntries = (value: JsonObject): [string, Json][] =>
  sortedKeys(value).flatMap((key) => {
    const member = value[key]
    return member === undefined ? [] : [[key, member]]
  })

function fieldFaults(definitions: JsonObject, checked: Checked): Faults {
  const { value, path, schema, schemaPath } = checked
  if (!isObject(value)) return wrongType(checked, typeOf(value), 'map')
  const properties = objectOrEmpty(schema.properties)
  const faults = sortedEntries(value).flatMap(([key, each]) => {
    if (each === null) return []
    const known = ownMember(properties, key)
    if (!isObject(known)) return fault(checked, `unknown field ${JSON.stringify(key)} in ${schemaPath}`)
    const inner = { value: each, path: `${path}.${key}`, schema: known, schemaPath: `${schemaPath}.${key}` }
    return valueFaults(definitions, inner)
  })
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required.filter((key) => (ownMember(value, key) ?? null) === null)
  return [
    ...faults,
    ...missing.flatMap((key) => fault(checked, `missing required field ${JSON.stringify(key)} in ${schemaPath}`)),
  ]
}

function memberFaults(definitions: JsonObject, checked: Checked): Faults {
  const { value, path, schema } = checked
  if (!isObject(value)) return wrongType(checked, typeOf(value), 'map')
  const members = objectOrEmpty(schema.additionalProperties)
  return sortedEntries(value).flatMap(([key, each]) =>
    each === null
      ? [untyped(`${path}.${key}`)]
      : valueFaults(definitions, { ...checked, value: each, path: `${path}.${key}`, schema: members }),
  )
}

function itemFaults(definitions: JsonObject, checked: Checked): Faults {
  const { value, path, schema } = checked
  if (!Array.isArray(value)) return wrongType(checked, typeOf(value), 'array')
  return value.flatMap((each, at) => {
    const item = { ...checked, value: each, path: `${path}[${at}]`, schema: objectOrEmpty(schema.items) }
    return each === null ? fault(item, untyped(item.path).message) : valueFaults(definitions, item)
  })
}
