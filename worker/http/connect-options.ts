import { quote } from '../api/go-format.ts'
import { integerFault } from '../api/int64.ts'
import { numberOfText } from '../api/numbers.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { badRequest } from '../api/status.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { Schema } from '../schema/schema.ts'
import { canonicalTime, TimeError } from '../schema/times.ts'
import type { Target } from '../verbs/verbs.ts'
import { integer } from './options.ts'
import { flag } from './request-info.ts'

/**
 * The options of a connecting subresource, read from the query by the fields of their type. Repeated fields, such as
 * `command` of `PodExecOptions`, collect all values.
 *
 * @param subpath The path after the subresource of a proxied request; it is the option `path`.
 */
export function readConnectOptions(
  { subresource, resource }: Target,
  query: URLSearchParams,
  subpath: string,
): JsonObject {
  if (subresource === undefined) throw new Error(`Give ${resource.name} a subresource to connect to`)
  const isLog = subresource.name === 'log'
  const schema = isLog ? builtinType('api.core.v1.PodLogOptions') : subresource.schema
  const options: JsonObject = { kind: isLog ? 'PodLogOptions' : subresource.kind.kind, apiVersion: 'v1' }
  for (const [name, { schema: type }] of schema.fields) {
    const value = readField(query, name, type)
    if (value !== undefined && name !== 'kind' && name !== 'apiVersion') options[name] = value
  }
  if (subpath !== '') options.path = subpath
  return options
}

/** Reads a time in a query. Old clients write `null` for no time. @throws badRequest() for a malformed time */
function time(text: string): Json | undefined {
  if (text === '' || text === 'null') return undefined
  try {
    return canonicalTime(text) ?? undefined
  } catch (error) {
    throw error instanceof TimeError ? badRequest(error.message) : error
  }
}

const MAX_UINT16 = 65_535

/** Port numbers between commas. @throws badRequest() for a text that is not a number of 16 bits */
function portNumbers(text: string): number[] {
  return text.split(',').map((digits) => {
    const value = numberOfText(digits)
    const fault = integerFault(digits, false) ?? (value > MAX_UINT16 ? 'value out of range' : undefined)
    if (fault === undefined) return value
    throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quote(digits)}: ${fault}`)
  })
}

function readField(query: URLSearchParams, name: string, schema: Schema): Json | undefined {
  if (!query.has(name)) return undefined
  if (schema.type === 'list') {
    const { items } = schema
    const isCounted = items.type === 'scalar' && items.kind === 'integer'
    return isCounted ? query.getAll(name).flatMap(portNumbers) : query.getAll(name)
  }
  if (schema.type !== 'scalar') return undefined
  if (schema.kind === 'boolean') return flag(query, name)
  if (schema.kind === 'time') return time(query.get(name) ?? '')
  return schema.kind === 'integer' ? integer(query, name) : (query.get(name) ?? '')
}
