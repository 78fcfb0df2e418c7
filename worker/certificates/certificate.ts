import type { Element } from './der.ts'
import {
  MalformedDer,
  TAG,
  bitString,
  isUniversal,
  objectIdentifier,
  readElement,
  readElements,
  sequenceOf,
} from './der.ts'
import type { DistinguishedName } from './distinguished-name.ts'
import { distinguishedName } from './distinguished-name.ts'

/** A certificate: X.509, RFC 5280. */
export interface Certificate {
  readonly subject: DistinguishedName
  /** It may sign other certificates. */
  readonly isAuthority: boolean
}

const BASIC_CONSTRAINTS = '2.5.29.19'
const isContext = (element: Element | undefined, tag: number): boolean =>
  element !== undefined && element.class === 2 && element.tag === tag

const malformed = (what: string): MalformedDer => new MalformedDer(`x509: ${what}`)

/** Certificates one behind the other. @throws MalformedDer */
export function readCertificates(bytes: Uint8Array<ArrayBuffer>): readonly Certificate[] {
  return part('malformed certificate', () => readElements(bytes)).map(({ whole }) => readCertificate(whole))
}

/** @throws MalformedDer in the words of Go's parser. */
export function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate {
  const { element, rest } = part('malformed certificate', () => readElement(bytes))
  const [content, algorithm, signature] = part('malformed certificate', () => sequenceOf(element))
  if (rest.length > 0) throw malformed('trailing data')
  const fields = part('malformed tbs certificate', () => sequenceOf(content))
  const start = isContext(fields[0], 0) ? 1 : 0
  const [serial, inner, issuer, validity, subject, publicKey, ...optional] = fields.slice(start)
  if (!isUniversal(serial, TAG.integer)) throw malformed('malformed serial number')
  part('malformed signature algorithm identifier', () => objectIdentifier(sequenceOf(inner)[0]))
  part('malformed algorithm identifier', () => objectIdentifier(sequenceOf(algorithm)[0]))
  part('malformed issuer', () => distinguishedName(issuer))
  part('malformed validity', () => sequenceOf(validity))
  const named = part('malformed subject', () => distinguishedName(subject))
  part('malformed spki', () => bitString(sequenceOf(publicKey)[1]))
  part('malformed signature', () => bitString(signature))
  const extensions = optional.find((one) => isContext(one, 3))
  return {
    subject: named,
    isAuthority: extensions !== undefined && part('malformed extensions', () => hasAuthority(extensions)),
  }
}

function part<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof MalformedDer ? malformed(what) : error
  }
}

function hasAuthority(extensions: Element): boolean {
  const [list] = readElements(extensions.content)
  return sequenceOf(list).some((extension) => {
    const parts = sequenceOf(extension)
    const value = parts.at(-1)
    if (objectIdentifier(parts[0]) !== BASIC_CONSTRAINTS || value === undefined) return false
    const [authority] = sequenceOf(readElement(value.content).element)
    return isUniversal(authority, TAG.boolean) && authority.content[0] === 0xff
  })
}
