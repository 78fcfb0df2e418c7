import type { ApiRequest } from '../api/exchange.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, tooLarge } from '../api/status.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import type { JsonReading } from '../codec/json-reader.ts'
import { readJson } from '../codec/json-reader.ts'
import type { YamlReading } from '../codec/yaml-reader.ts'
import { readYaml, YamlError } from '../codec/yaml-reader.ts'
import { jsonType } from '../schema/decode-error.ts'
import { duplicateFaults } from '../schema/strictness.ts'
import type { PatchType } from '../verbs/verbs.ts'
import type { PatchBody } from './body.ts'
import { bodyBytes } from './body.ts'

const OPERATIONS_LIMIT = 10_000

/** @throws badRequest with the words recorded for each type, tooLarge */
export function readPatchBody(request: ApiRequest, type: PatchType): PatchBody {
  const prefix = type === 'strategic' ? '' : 'error decoding patch: '
  const { value, spelling } = readPatchJson(request, prefix)
  const faults = duplicateFaults(value, spelling)
  if (type === 'json') checkOperations(value)
  else if (type === 'merge' && value === null) throw badRequest('Invalid JSON Patch')
  else if (value !== null && !isObject(value)) throw mistyped(prefix, value, 'map[string]interface {}')
  return { value: value ?? (type === 'json' ? [] : {}), faults }
}

const mistyped = (prefix: string, value: Json | undefined, wanted: string): Error =>
  badRequest(`${prefix}json: cannot unmarshal ${jsonType(value)} into Go value of type ${wanted}`)

function checkOperations(value: Json): void {
  const prefix = 'error decoding patch: '
  if (value === null) return
  if (!Array.isArray(value)) throw mistyped(prefix, value, 'jsonpatch.Patch')
  const wrong = value.find((operation) => operation !== null && !isObject(operation))
  if (wrong !== undefined) throw mistyped(prefix, wrong, 'jsonpatch.Operation')
  if (value.length > OPERATIONS_LIMIT) {
    const why = `The allowed maximum operations in a JSON patch is ${OPERATIONS_LIMIT}, got ${value.length}`
    throw tooLarge(`Request entity too large: ${why}`)
  }
}

function readPatchJson(request: ApiRequest, prefix: string): JsonReading {
  try {
    return readJson(bodyBytes(request))
  } catch (error) {
    throw error instanceof JsonSyntaxError ? badRequest(prefix + error.message) : error
  }
}

/** An apply body: YAML, of which JSON is a part. Its fields are not checked here; apply itself does that. */
export async function readApplyBody(request: ApiRequest): Promise<{ object: ApiObject; faults: readonly string[] }> {
  const bytes = bodyBytes(request)
  const { value, duplicates } = plainJson(bytes) ?? (await readApplyYaml(bytes))
  if (value !== null && !isObject(value)) {
    throw mistyped(
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: ',
      value,
      'map[string]interface {}',
    )
  }
  return { object: value ?? {}, faults: duplicates }
}

/** Most apply bodies are JSON that reads the same as YAML; they need no YAML parser. */
function plainJson(bytes: Uint8Array): YamlReading | undefined {
  if (bytes[0] !== 0x7b) return undefined
  try {
    const { value, spelling } = readJson(bytes)
    return spelling === undefined ? { value, duplicates: [] } : undefined
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

async function readApplyYaml(bytes: Uint8Array): Promise<YamlReading> {
  try {
    return await readYaml(bytes)
  } catch (error) {
    throw error instanceof YamlError
      ? badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
      : error
  }
}
