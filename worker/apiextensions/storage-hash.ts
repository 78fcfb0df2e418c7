import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64 } from '../runtime/bytes.ts'

/**
 * The `storageVersionHash` in discovery: the first eight bytes of the SHA-256 of `group/version/kind`. WebCrypto would
 * compute it asynchronously, but a stored definition must be served at once.
 */
export const storageHash = (group: string, version: string, kind: string): string =>
  toBase64(sha256(new TextEncoder().encode(`${group}/${version}/${kind}`)).subarray(0, 8))
