import { isObject, type JsonObject } from '../../api/json.ts'
import type { ReadToken, SignatureKey } from '../json-web-token.ts'
import { importKey, isSignedBy, UnusableKey } from '../json-web-token.ts'

/** The keys that an issuer publishes. */
export interface IssuerKeys {
  /**
   * Whether a key of the issuer has signed the token. The keys are read again when no cached key has signed it.
   * @throws Error when that read fails
   */
  haveSigned(token: ReadToken): Promise<boolean>
}

export function issuerKeys(url: string, read: (url: string) => Promise<unknown>): IssuerKeys {
  let known: readonly JsonObject[] = []
  // Concurrent requests share one read.
  let reading: Promise<readonly JsonObject[]> | undefined

  async function readKeys(): Promise<readonly JsonObject[]> {
    const published = await read(url)
    const keys = isObject(published) && Array.isArray(published['keys']) ? published['keys'] : []
    return (known = keys.filter(isObject))
  }

  return {
    async haveSigned(token) {
      if (await someSigned(known, token)) return true
      reading ??= readKeys().finally(() => (reading = undefined))
      return someSigned(await reading, token)
    },
  }
}

async function someSigned(keys: readonly JsonObject[], token: ReadToken): Promise<boolean> {
  for (const key of keys) {
    if (token.keyId !== '' && key['kid'] !== token.keyId) continue
    const imported = await imports(key, token.algorithm)
    if (imported !== undefined && (await isSignedBy(imported, token))) return true
  }
  return false
}

/** Imports a published key; undefined when the key is not for this algorithm. */
async function imports(key: JsonObject, algorithm: string): Promise<SignatureKey | undefined> {
  const { kty, alg = algorithm } = key
  if (kty !== (algorithm.startsWith('ES') ? 'EC' : 'RSA') || alg !== algorithm) return undefined
  try {
    return await importKey(key, 'verify', algorithm)
  } catch (error) {
    if (error instanceof DOMException || error instanceof UnusableKey) return undefined
    throw error
  }
}
