import { expect, it } from 'vitest'
import { subtleCrypto } from '../context/subtle-crypto.ts'
import type { CryptoAnswer } from '../context/encoded-value.ts'
import { processCrypto } from './process-crypto.ts'

/** The `subtle` of a handler, with both sides of the boundary in one context. */
function connected(): SubtleCrypto {
  const answer = processCrypto((text) => context.settle(text))
  const context = subtleCrypto((text) => answer(text))
  return context.subtle as unknown as SubtleCrypto
}

const DATA = Uint8Array.of(1, 2, 3)

it('digests as the platform does', async () => {
  expect(await connected().digest('SHA-256', DATA)).toEqual(await crypto.subtle.digest('SHA-256', DATA))
})

it('makes keys, signs and verifies', async () => {
  const subtle = connected()
  const { privateKey, publicKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  expect(privateKey).toMatchObject({ type: 'private', extractable: false, usages: ['sign'] })
  expect(privateKey.algorithm).toEqual({ name: 'ECDSA', namedCurve: 'P-256' })
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await subtle.sign(algorithm, privateKey, DATA)
  expect(await subtle.verify(algorithm, publicKey, signature, DATA)).toBe(true)
  expect(await subtle.verify(algorithm, publicKey, signature, Uint8Array.of(9))).toBe(false)
  await expect(subtle.exportKey('pkcs8', privateKey)).rejects.toThrow('not extractable')
})

it('exports a key as JSON and as bytes, and imports it as JSON', async () => {
  const subtle = connected()
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
  const jwk = await subtle.exportKey('jwk', key)
  expect(jwk).toMatchObject({ kty: 'oct', alg: 'A256GCM' })
  const imported = await subtle.importKey('jwk', jwk, 'AES-GCM', true, ['decrypt'])
  expect(await subtle.exportKey('raw', imported)).toEqual(await subtle.exportKey('raw', key))
  const cipher = { name: 'AES-GCM', iv: new Uint8Array(12) }
  const encrypted = await subtle.encrypt(cipher, key, DATA)
  expect(new Uint8Array(await subtle.decrypt(cipher, imported, encrypted))).toEqual(DATA)
})

/** Sends calls as a context does, without its checks. */
function rawCalls() {
  const answers: CryptoAnswer[] = []
  const send = processCrypto((text) => answers.push(JSON.parse(text) as CryptoAnswer))
  return {
    call: async (method: string, args: readonly unknown[]): Promise<CryptoAnswer | undefined> => {
      send(JSON.stringify({ id: 1, method, args }))
      await expect.poll(() => answers.length).toBe(1)
      return answers.pop()
    },
    release: (released: number) => send(JSON.stringify({ released })),
  }
}

it('refuses other methods, unknown keys and wrong arguments', async () => {
  const { call } = rawCalls()
  expect((await call('constructor', []))?.fault?.message).toBe('no method constructor')
  expect((await call('__proto__', []))?.fault?.message).toBe('no method __proto__')
  const key = { key: { number: 7, type: 'secret', extractable: true, usages: [], algorithm: {} } }
  expect((await call('exportKey', [{ plain: 'raw' }, key]))?.fault?.message).toContain('CryptoKey')
  expect((await call('generateKey', [{ fields: [] }, {}, {}]))?.fault?.name).toBeDefined()
})

it('forgets a key that the handler no longer holds', async () => {
  const { call, release } = rawCalls()
  const algorithm = {
    fields: [
      ['name', { plain: 'AES-GCM' }],
      ['length', { plain: 256 }],
    ],
  }
  const made = await call('generateKey', [algorithm, { plain: true }, { list: [{ plain: 'encrypt' }] }])
  const exported = [{ plain: 'raw' }, made?.value]
  expect(await call('exportKey', exported)).toMatchObject({ value: { bytes: expect.any(String) } })
  release(1)
  expect((await call('exportKey', exported))?.fault?.message).toContain('CryptoKey')
})
