import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { ValueCipher } from './value-ciphers.ts'

const NONCE = 24
const TAG = 16

/** XSalsa20 with Poly1305, with a random nonce before the tag and the text. */
export function secretbox(name: string, key: Buffer): ValueCipher {
  return {
    prefix: `k8s:enc:secretbox:v1:${name}:`,
    seal(value) {
      const nonce = randomBytes(NONCE)
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(value)])
    },
    open(value) {
      if (value.length < NONCE + TAG) throw new Error('the stored data was shorter than the required size')
      return xsalsa20poly1305(key, value.subarray(0, NONCE)).decrypt(value.subarray(NONCE))
    },
  }
}
