import { describe, expect, it } from 'vitest'
import type { WebKey } from '../api/web-key.ts'
import { generateKey, importKey, isSignedBy, readToken, signToken, UnusableKey } from './json-web-token.ts'

async function rsaKey(modulusLength: number): Promise<WebKey> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return crypto.subtle.exportKey('jwk', privateKey)
}

describe('a signed token', () => {
  it.each(['RS256', 'RS512', 'PS384', 'ES256'])('is verified by its public key: %s', async (algorithm) => {
    const pair = algorithm === 'ES256' ? await generateKey() : await rsaKey(2048)
    const signing = await importKey(pair, 'sign', algorithm)
    const verifying = await importKey(signing.publicKey, 'verify', algorithm)
    const token = readToken(await signToken(signing, { sub: 'a' }))
    expect(token).toMatchObject({ algorithm, keyId: verifying.id, claims: { sub: 'a' } })
    expect(token && (await isSignedBy(verifying, token))).toBe(true)
    const other = await importKey(algorithm === 'ES256' ? await generateKey() : await rsaKey(2048), 'verify', algorithm)
    expect(token && (await isSignedBy(other, token))).toBe(false)
  })

  it('of another algorithm is not verified', async () => {
    const pair = await rsaKey(2048)
    const token = readToken(await signToken(await importKey(pair, 'sign', 'RS256'), {}))
    expect(token && (await isSignedBy(await importKey(pair, 'verify', 'PS256'), token))).toBe(false)
  })
})

describe('a key', () => {
  it('of less than 2048 bits is refused', async () => {
    await expect(importKey(await rsaKey(1024), 'verify')).rejects.toThrow(
      'sign tokens with an RSA key of at least 2048 bits, not 1024',
    )
  })

  it.each([
    [{ kty: 'oct', k: 'AA' }, 'ES256'],
    [{ kty: 'EC', crv: 'P-256' }, 'none'],
    [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }, undefined],
  ])('of an unsuitable type or algorithm is refused: %j %s', async (key, algorithm) => {
    await expect(importKey(key, 'verify', algorithm)).rejects.toBeInstanceOf(UnusableKey)
  })
})
