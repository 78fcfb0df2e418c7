import type { Json } from '../../api/json.ts'
import { printedTemplate } from './printed-template.ts'

/** The `pod-template-hash` of a pod template, such as `64bfc9d956`. */
export function templateHash(template: Json | undefined, collisionCount: number | undefined): string {
  let hash = fnv32a(new TextEncoder().encode(printedTemplate(template)))
  if (collisionCount !== undefined) {
    const bytes = new DataView(new ArrayBuffer(8))
    bytes.setUint32(0, collisionCount, true)
    hash = fnv32a(new Uint8Array(bytes.buffer), hash)
  }
  return safeEncoded(String(hash))
}

const PRIME = 0x01000193
const OFFSET = 0x811c9dc5

/** 32-bit FNV-1a, continued from `hash`. */
function fnv32a(bytes: Uint8Array, hash = OFFSET): number {
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0
  return hash
}

/** 32-bit FNV-1, which multiplies before it mixes; revision names use it. */
export function fnv32(bytes: Uint8Array, hash = OFFSET): number {
  for (const byte of bytes) hash = (Math.imul(hash, PRIME) ^ byte) >>> 0
  return hash
}

const SAFE = 'bcdfghjklmnpqrstvwxz2456789'

/** Letters and digits that form no words (`rand.SafeEncodeString`). */
export const safeEncoded = (text: string): string =>
  Array.from(text, (character) => SAFE.charAt(character.charCodeAt(0) % SAFE.length)).join('')
