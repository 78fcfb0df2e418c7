import { lookupTable } from '../runtime/lookup-table.ts'
import { checkIdentifier } from './asn1-types.ts'
import type { Element } from './der.ts'
import { firstElements, isUniversal, MalformedDer, objectIdentifier, readElement, TAG } from './der.ts'

/** An elliptic curve y² = x³ - 3x + b over a prime field. */
interface Curve {
  readonly name: string
  /** The bytes of a coordinate. */
  readonly size: number
  readonly prime: bigint
  readonly b: bigint
}

const CURVES = lookupTable<Curve>({
  '1.3.132.0.33': {
    name: 'P224',
    size: 28,
    prime: 2n ** 224n - 2n ** 96n + 1n,
    b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
  },
  '1.2.840.10045.3.1.7': {
    name: 'P256',
    size: 32,
    prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  '1.3.132.0.34': {
    name: 'P384',
    size: 48,
    prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  '1.3.132.0.35': {
    name: 'P521',
    size: 66,
    prime: 2n ** 521n - 1n,
    b: 0x051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
})

type Key = Uint8Array<ArrayBuffer>

const FAULTS = lookupTable<(key: Key, parameters: Element | undefined) => string | undefined>({
  '1.2.840.113549.1.1.1': rsaFault,
  '1.2.840.10045.2.1': curveFault,
  '1.3.101.112': (key, parameters) => {
    if (parameters !== undefined) return 'x509: Ed25519 key encoded with illegal parameters'
    return key.length === 32 ? undefined : 'x509: wrong Ed25519 public key size'
  },
})

/** Whether keys of an algorithm can be read. @param algorithm an object identifier */
export const isKnownKey = (algorithm: string): boolean => FAULTS[algorithm] !== undefined

/**
 * The fault of a public key in the words of Go's crypto packages; undefined for a valid key and for an unknown algorithm.
 * @param info a SubjectPublicKeyInfo of the right form
 */
export function publicKeyFault(info: Element): string | undefined {
  const [algorithm, bits] = firstElements(info.content, 2)
  const [type, parameters] = algorithm === undefined ? [] : firstElements(algorithm.content, 2)
  return FAULTS[objectIdentifier(type)]?.(rightAligned(bits?.content ?? new Uint8Array()), parameters)
}

/** The bits of a bit string without the unused ones at its end. */
export function rightAligned(content: Key): Key {
  const [padding = 0, ...bytes] = content
  if (padding === 0) return content.subarray(1)
  return Uint8Array.from(bytes, (byte, i) => (byte >> padding) | ((bytes[i - 1] ?? 0) << (8 - padding)))
}

function curveFault(key: Key, parameters: Element | undefined): string | undefined {
  const curve = curveOf(parameters)
  if (typeof curve === 'string') return curve
  if (key[0] !== 4) return 'ecdsa: invalid uncompressed public key'
  const { name, size, prime, b } = curve
  if (key.length !== 1 + 2 * size) return `invalid ${name} point encoding`
  const [x, y] = [numberOf(key.subarray(1, 1 + size)), numberOf(key.subarray(1 + size))]
  if (x >= prime || y >= prime) return `invalid ${name}Element encoding`
  return (y * y - (x * x * x - 3n * x + b)) % prime === 0n ? undefined : `${name} point not on curve`
}

function curveOf(parameters: Element | undefined): Curve | string {
  try {
    const type = objectIdentifier(parameters)
    checkIdentifier(parameters?.content ?? new Uint8Array())
    return CURVES[type] ?? 'x509: unsupported elliptic curve'
  } catch (error) {
    if (error instanceof MalformedDer) return 'x509: invalid ECDSA parameters'
    throw error
  }
}

function rsaFault(key: Key, parameters: Element | undefined): string | undefined {
  const isNull = parameters?.class === 0 && parameters.tag === 5 && parameters.whole.length === 2
  if (!isNull) return 'x509: RSA key missing NULL parameters'
  const numbers = readOr(() => readElement(key).element)
  if (!isUniversal(numbers, TAG.sequence) || !numbers.constructed) return 'x509: invalid RSA public key'
  const modulus = readOr(() => readElement(numbers.content))
  if (!isInteger(modulus?.element)) return 'x509: invalid RSA modulus'
  const exponent = readOr(() => readElement(modulus?.rest ?? new Uint8Array()).element)
  if (!isInteger(exponent) || exponent.content.length > 8) return 'x509: invalid RSA public exponent'
  if (!isPositive(modulus?.element)) return 'x509: RSA modulus is not a positive number'
  return isPositive(exponent) ? undefined : 'x509: RSA public exponent is not a positive number'
}

function readOr<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
}

function isInteger(element: Element | undefined): element is Element {
  if (!isUniversal(element, TAG.integer) || element.constructed) return false
  const [first, second = 0] = element.content
  if (element.content.length < 2) return first !== undefined
  return !((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))
}

const isPositive = (element: Element | undefined): boolean =>
  element !== undefined && (element.content[0] ?? 0x80) < 0x80 && element.content.some((byte) => byte !== 0)

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
