import type { JsonObject } from '../../../worker/api/json.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { Failure } from '../failure.ts'
import { boolean } from '../flags.ts'
import { toHex } from '../../../worker/runtime/bytes.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

export const appendHashFlag = boolean('append-hash', 'Append a hash of the content to its name.')

/** The hash of the content at the end of a generated name, as kustomize and kubectl compute it. */
export function secretHash(name: string, type: string, data: JsonObject): Promise<string> {
  return hash({ data, kind: 'Secret', name, type })
}

export function configMapHash(name: string, data: JsonObject, binaryData: JsonObject): Promise<string> {
  const binary = Object.keys(binaryData).length > 0 ? { binaryData } : {}
  return hash({ ...binary, data, kind: 'ConfigMap', name })
}

/**
 * The first ten hexadecimal digits of the SHA-256 of the JSON with sorted keys. Letters replace some digits, so that a hash does
 * not look like a number or a word.
 */
async function hash(content: JsonObject): Promise<string> {
  const { subtle }: Partial<Crypto> = crypto
  if (subtle === undefined) throw new Failure('open the page over HTTPS: content cannot be hashed otherwise')
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(goJson(content)))
  const hex = toHex(new Uint8Array(digest))
  return hex.slice(0, 10).replace(/[013ae]/g, (digit) => LETTERS[digit] ?? digit)
}

const LETTERS = lookupTable<string>({ '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' })
