import { objectOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import { typeMetaFault, typeMetaOf } from '../api/type-meta.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import { readJson } from '../codec/json-reader.ts'
import { readYaml, YamlError } from '../codec/lazy-yaml.ts'
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
  const fault = typeMetaFault(value)
  if (fault !== undefined) throw new CallFault(fault)
  const object = objectOrEmpty(value)
  return { value: object, ...typeMetaOf(object) }
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
