import type { Awaitable } from '../runtime/awaitable.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest } from '../api/status.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import type { JsonReading } from '../codec/json-reader.ts'
import { readJson } from '../codec/json-reader.ts'
import type { YamlReading } from '../codec/later-yaml.ts'
import { readYaml, YamlError } from '../codec/later-yaml.ts'
import { jsonType } from '../schema/decode-error.ts'
import type { Spelling } from '../schema/strictness.ts'
import { duplicateFaults, StrictFaults } from '../schema/strictness.ts'
import type { ApplyRequest, PatchType } from '../verbs/verbs.ts'
import type { FieldValidation } from './options.ts'

/** A parsed patch document. `faults`: what the strict reader says of it: repeated keys, unknown members. */
export interface PatchReading {
  readonly value: Json
  readonly spelling?: Spelling | undefined
  readonly faults: readonly string[]
}

/**
 * Returns what parses a body, once: a missing object is answered before a broken patch. `strict`: faults are asked for,
 * and then the document is read by another reader, which has words of its own.
 * @throws the result: badRequest with the words recorded for each type
 */
export function readPatchBody(bytes: Uint8Array, type: PatchType, strict: boolean): () => PatchReading {
  let reading: PatchReading | undefined
  return () => (reading ??= readPatch(bytes, type, strict))
}

function readPatch(bytes: Uint8Array, type: PatchType, strict: boolean): PatchReading {
  const { value, spelling } = readPatchJson(bytes, type, strict)
  if (!strict) return { value, spelling, faults: [] }
  const duplicates = duplicateFaults(value, spelling)
  if (type !== 'json') return { value, spelling, faults: duplicates }
  const faults = [...unknownMembers(value), ...duplicates].map((fault) => `json patch ${fault}`)
  return { value, spelling, faults }
}

function readPatchJson(bytes: Uint8Array, type: PatchType, strict: boolean): JsonReading {
  try {
    return readJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    if (type === 'merge' && !strict) throw badRequest('Invalid JSON Patch')
    throw badRequest(type === 'strategic' || !strict ? error.message : `error decoding patch: ${error.message}`)
  }
}

const MEMBERS = new Set(['op', 'path', 'from', 'value'])

function unknownMembers(patch: Json): readonly string[] {
  const faults = new StrictFaults()
  for (const [key, operation] of Array.isArray(patch) ? patch.entries() : []) {
    if (!isObject(operation)) continue
    for (const name of Object.keys(operation)) {
      if (!MEMBERS.has(name)) faults.unknown({ parent: undefined, key }, name)
    }
  }
  return faults.texts()
}

/**
 * An applied configuration: YAML, of which JSON is a part. What cannot be read is refused when it is asked for; what the
 * strict reader says of it is told once it was merged.
 */
export function readApplyBody(
  bytes: Uint8Array,
  validation: FieldValidation,
  warn: (text: string) => void,
): Awaitable<ApplyRequest> {
  const request = ({ value, duplicates }: YamlReading): ApplyRequest => ({
    read: () => configOf(value),
    merged: () => report(duplicates, validation, warn),
  })
  const plain = plainJson(bytes)
  return plain === undefined ? readYaml(bytes).then(request, unreadable) : request(plain)
}

function configOf(value: Json): ApiObject {
  if (value === null || isObject(value)) return value ?? {}
  const why = `json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`
  throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`)
}

function report(faults: readonly string[], validation: FieldValidation, warn: (text: string) => void): void {
  if (faults.length === 0) return
  if (validation === 'Warn') for (const fault of faults) warn(fault)
  if (validation !== 'Strict') return
  const lines = `yaml: unmarshal errors:\n  ${faults.join('\n  ')}`
  throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${lines}`)
}

function unreadable(error: unknown): ApplyRequest {
  if (!(error instanceof YamlError)) throw error
  const { message } = error
  const read = (): never => {
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${message}`)
  }
  return { read }
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
