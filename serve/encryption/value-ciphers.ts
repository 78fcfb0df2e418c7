import { createCipheriv, createDecipheriv, randomBytes, type CipherGCMTypes } from 'node:crypto'

/** Encrypts the values of objects for storage. `context` identifies the object: a value must not decrypt under another key. */
export interface ValueCipher {
  /** The first bytes of its values; empty for values that are not encrypted. */
  readonly prefix: string
  seal(value: Uint8Array, context: string): Uint8Array
  /** @throws Error when the value was not sealed with this key */
  open(value: Uint8Array, context: string): Uint8Array
}

const NONCE = 12
const TAG = 16
const BLOCK = 16

/** AES in the mode GCM, with a random nonce before the text and the tag behind it. */
export function aesGcm(name: string, key: Buffer): ValueCipher {
  const algorithm = `aes-${key.length * 8}-gcm` as CipherGCMTypes
  return {
    prefix: `k8s:enc:aesgcm:v1:${name}:`,
    seal(value, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
    },
    open(value, context) {
      if (value.length < NONCE + TAG) throw new Error('the stored data was shorter than the required size')
      const decipher = createDecipheriv(algorithm, key, value.subarray(0, NONCE)).setAAD(Buffer.from(context))
      decipher.setAuthTag(value.subarray(-TAG))
      return Buffer.concat([decipher.update(value.subarray(NONCE, -TAG)), decipher.final()])
    },
  }
}

/** AES in the mode CBC, with a random first block before the text. */
export function aesCbc(name: string, key: Buffer): ValueCipher {
  const algorithm = `aes-${key.length * 8}-cbc`
  return {
    prefix: `k8s:enc:aescbc:v1:${name}:`,
    seal(value) {
      const start = randomBytes(BLOCK)
      const cipher = createCipheriv(algorithm, key, start)
      return Buffer.concat([start, cipher.update(value), cipher.final()])
    },
    open(value) {
      if (value.length < BLOCK) throw new Error('the stored data was shorter than the required size')
      const decipher = createDecipheriv(algorithm, key, value.subarray(0, BLOCK))
      return Buffer.concat([decipher.update(value.subarray(BLOCK)), decipher.final()])
    },
  }
}

/** Stores values as they are, and refuses to read encrypted ones. */
export const identity: ValueCipher = {
  prefix: '',
  seal: (value) => value,
  open(value) {
    if (isEncrypted(value)) throw new Error('identity transformer tried to read encrypted data')
    return value
  },
}

const startsWith = (value: Uint8Array, prefix: string): boolean =>
  Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, prefix.length)).toString('latin1') === prefix

/** Whether a value has the prefix of any provider. */
export const isEncrypted = (value: Uint8Array): boolean => startsWith(value, 'k8s:enc:')

/** The ciphers of a resource. */
export interface CipherList extends Pick<ValueCipher, 'seal'> {
  /**
   * `isStale`: whether another cipher than the first one sealed the value.
   * @throws Error when no cipher can open the value
   */
  open(value: Uint8Array, context: string): { readonly value: Uint8Array; readonly isStale: boolean }
}

/** Values are written with the first cipher, and read with the first whose prefix they have. */
export function firstOf(ciphers: readonly [ValueCipher, ...ValueCipher[]]): CipherList {
  const [writer] = ciphers
  return {
    seal: (value, context) => Buffer.concat([Buffer.from(writer.prefix), writer.seal(value, context)]),
    open(value, context) {
      let fault = new Error('no matching prefix found')
      for (const cipher of ciphers) {
        const { prefix } = cipher
        if (!startsWith(value, prefix)) continue
        try {
          const opened = cipher.open(value.subarray(Buffer.byteLength(prefix)), context)
          return { value: opened, isStale: cipher !== writer }
        } catch (error) {
          fault = error instanceof Error ? error : new Error(String(error))
          // A later cipher may read what an earlier `identity` refuses.
          if (prefix !== '') break
        }
      }
      throw fault
    },
  }
}
