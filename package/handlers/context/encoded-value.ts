import { fromForgivingBase64, toBase64 } from '../../../worker/runtime/bytes.ts'

/**
 * A value of `crypto.subtle` as JSON. It crosses the boundary of a handler's context as text, from which the other side
 * makes new objects.
 */
export type EncodedValue =
  | { readonly bytes: string; readonly isView?: boolean }
  | { readonly key: EncodedKey }
  | { readonly list: readonly EncodedValue[] }
  | { readonly fields: readonly (readonly [string, EncodedValue])[] }
  | { readonly plain: string | number | boolean | null }
  | Record<string, never>

/** A key stays in the outer context. The handler receives its number and the members that a handler may read. */
export interface EncodedKey {
  readonly number: number
  readonly type: string
  readonly extractable: boolean
  readonly usages: readonly string[]
  readonly algorithm: EncodedValue
}

/** The methods of `crypto.subtle` that a handler may call. */
export const CRYPTO_METHODS = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
] as const

export type CryptoMethod = (typeof CRYPTO_METHODS)[number]

/** A call of a method of `crypto.subtle`, or the number of a key that the handler no longer holds. */
export type CryptoCall =
  | { readonly id: number; readonly method: CryptoMethod; readonly args: readonly EncodedValue[] }
  | { readonly released: number }

export interface CryptoAnswer {
  readonly id: number
  readonly value?: EncodedValue
  readonly fault?: { readonly name: string; readonly message: string }
}

/** Encodes a value for the other context. @param keyOf returns undefined for an object that is not a key */
export function encodedValue(value: unknown, keyOf: (value: object) => EncodedKey | undefined): EncodedValue {
  if (value === undefined) return {}
  if (value === null || typeof value !== 'object') return { plain: value as string | number | boolean | null }
  if (value instanceof ArrayBuffer) return { bytes: toBase64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value
    return { bytes: toBase64(new Uint8Array(buffer, byteOffset, byteLength)), isView: true }
  }
  const key = keyOf(value)
  if (key !== undefined) return { key }
  if (Array.isArray(value)) return { list: value.map((item) => encodedValue(item, keyOf)) }
  return { fields: Object.entries(value).map(([name, field]) => [name, encodedValue(field, keyOf)]) }
}

/** @throws Error, or DOMException, for bytes that are not base64 */
export function decodedValue(value: EncodedValue, keyOf: (key: EncodedKey) => unknown): unknown {
  if ('plain' in value) return value.plain
  if ('key' in value) return keyOf(value.key)
  if ('list' in value) return value.list.map((item) => decodedValue(item, keyOf))
  if ('fields' in value)
    return Object.fromEntries(value.fields.map(([name, field]) => [name, decodedValue(field, keyOf)]))
  if (!('bytes' in value)) return undefined
  const bytes = fromForgivingBase64(value.bytes)
  return value.isView === true ? bytes : bytes.buffer
}
