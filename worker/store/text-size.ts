import type { Json } from '../api/json.ts'

/** Fields that are bytes in protobuf and base64, which is a third longer, in JSON. */
const BASE64_FIELDS: ReadonlySet<string> = new Set(['binaryData', 'caBundle', 'certificate', 'data', 'request'])

/**
 * The characters of all texts in a value, without the names of fields: a lower bound of the value's size in the storage of the
 * real server, which is protobuf for most kinds.
 */
export function textSize(value: Json): number {
  let size = 0
  const waiting: { readonly value: Json | undefined; readonly share: number }[] = [{ value, share: 1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: part, share } = next
    if (typeof part === 'string') size += part.length * share
    if (typeof part !== 'object' || part === null) continue
    for (const [name, inner] of Object.entries(part))
      waiting.push({ value: inner, share: BASE64_FIELDS.has(name) ? 3 / 4 : share })
  }
  return size
}
