import { isObject, type Json, type JsonObject } from '../api/json.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import { readJson } from '../codec/json-reader.ts'
import { readYaml, YamlError } from '../codec/lazy-yaml.ts'
import { jsonType } from '../schema/decode-error.ts'
import { CallFault } from './backend.ts'

/** A document with apiVersion and kind. */
export interface TypedDocument {
  readonly value: JsonObject
  readonly kind: string
  readonly apiVersion: string
}

const LEFT_BRACE = 0x7b
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** Reads JSON when the body begins with a brace, else YAML. @throws CallFault with the reader's message */
export async function readDocument(body: Uint8Array): Promise<TypedDocument> {
  const value = await parse(body)
  if (value === null) return { value: {}, kind: '', apiVersion: '' }
  if (!isObject(value)) throw untyped(value)
  const { kind = '', apiVersion = '' } = value
  if (typeof kind !== 'string') throw untyped(kind)
  if (typeof apiVersion !== 'string') throw untyped(apiVersion)
  return { value, kind, apiVersion }
}

async function parse(body: Uint8Array): Promise<Json> {
  try {
    const first = body.find((byte) => !isSpace(byte))
    return first === LEFT_BRACE ? readJson(body).value : (await readYaml(body)).value
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw new CallFault(`couldn't get version/kind; json parse error: ${error.message}`)
    }
    throw error instanceof YamlError ? new CallFault(error.message) : error
  }
}

const untyped = (value: Json): CallFault =>
  new CallFault(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  )
