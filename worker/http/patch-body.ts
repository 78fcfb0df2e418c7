import type { Awaitable } from '../runtime/awaitable.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, StatusError } from '../api/status.ts'
import { readsAsYaml } from '../codec/json-as-yaml.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import type { JsonReading } from '../codec/json-reader.ts'
import type { YamlReading } from '../codec/lazy-yaml.ts'
import { YamlError } from '../codec/lazy-yaml.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import { duplicateFaults, strictFaults, type Step } from '../schema/strictness.ts'
import { boundsRefusal, readBoundedBody, readBoundedJson, readBoundedYaml } from './bounded-values.ts'
import type { ApplyRequest, FieldValidation, PatchDocument, PatchRequest, PatchType } from '../verbs/verbs.ts'

/** Parses the body of a patch. For an unreadable body, the document is a badRequest() with the text recorded for the type. */
export function readPatchBody(bytes: Uint8Array, type: PatchType, fieldValidation: FieldValidation): PatchRequest {
  // With field validation the real server uses another reader, which has other texts.
  const isStrict = fieldValidation !== 'Ignore'
  return { type, document: orRefusal(() => readPatch(bytes, type, isStrict)), fieldValidation }
}

function orRefusal<Document>(read: () => Document): Document | StatusError {
  try {
    return read()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

function readPatch(bytes: Uint8Array, type: PatchType, strict: boolean): PatchDocument {
  const { value, spelling } = readPatchJson(bytes, type, strict)
  if (!strict) return { value, spelling, faults: [] }
  if (type !== 'json') return { value, spelling, faults: duplicateFaults(value, spelling) }
  const faults = strictFaults(value, spelling, membersAt).map((fault) => `json patch ${fault}`)
  return { value, spelling, faults }
}

function readPatchJson(bytes: Uint8Array, type: PatchType, strict: boolean): JsonReading {
  try {
    return readBoundedBody(bytes)
  } catch (error) {
    const refused = boundsRefusal(error)
    if (refused !== undefined) throw refused
    if (!(error instanceof JsonSyntaxError)) throw error
    if (type === 'merge' && !strict) throw badRequest('Invalid JSON Patch')
    throw badRequest(type === 'strategic' || !strict ? error.message : `error decoding patch: ${error.message}`)
  }
}

const MEMBERS = new Set(['op', 'path', 'from', 'value'])

/** The members of an operation, which is an item of the patch. */
const membersAt = (path: Step | undefined): ReadonlySet<string> | undefined =>
  path !== undefined && path.parent === undefined && typeof path.key === 'number' ? MEMBERS : undefined

/** Parses an applied configuration: YAML, of which JSON is a subset. */
export function readApplyBody(bytes: Uint8Array, fieldValidation: FieldValidation): Awaitable<ApplyRequest> {
  const request = ({ value, duplicates }: YamlReading): ApplyRequest => ({
    config: orRefusal(() => configOf(value)),
    faults: duplicates,
    fieldValidation,
  })
  const plain = plainJson(bytes)
  if (plain !== undefined) return request(plain)
  return readBoundedYaml(bytes).then(request, (error: unknown) => ({
    config: unreadable(error),
    faults: [],
    fieldValidation,
  }))
}

function configOf(value: Json): ApiObject {
  if (value === null || isObject(value)) return value ?? {}
  const why = unmarshalFault(value, 'map[string]interface {}')
  throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`)
}

function unreadable(error: unknown): StatusError {
  const refused = boundsRefusal(error)
  if (refused !== undefined) return refused
  if (!(error instanceof YamlError)) throw error
  return badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
}

/** Most apply bodies are JSON that reads the same as YAML; they need no YAML parser. */
function plainJson(bytes: Uint8Array): YamlReading | undefined {
  if (bytes[0] !== 0x7b || !readsAsYaml(bytes)) return undefined
  try {
    const { value, spelling } = readBoundedJson(bytes)
    return spelling === undefined && !namesSurrogate(bytes) ? { value, duplicates: [] } : undefined
  } catch (error) {
    // The YAML reader counts the values exactly.
    if (error instanceof JsonSyntaxError || boundsRefusal(error) !== undefined) return undefined
    throw error
  }
}

const [BACKSLASH, SMALL_U, SMALL_D, LARGE_D] = [0x5c, 0x75, 0x64, 0x44]

/** Whether a text has an escape such as `\ud800`, which YAML refuses. */
function namesSurrogate(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 2)) {
    const [kind, digit] = [bytes[at + 1], bytes[at + 2]]
    if (kind === SMALL_U && (digit === SMALL_D || digit === LARGE_D)) return true
  }
  return false
}
