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
import { certificateTime } from './certificate-time.ts'
import type { CertificateExtensions } from './certificate-extensions.ts'
import { certificateExtensions } from './certificate-extensions.ts'
import type { DistinguishedName } from './distinguished-name.ts'
import { distinguishedName } from './distinguished-name.ts'
import type { Signed } from './signature.ts'

/** An X.509 certificate (RFC 5280). `publicKey` is the subject's key; the issuer's key verifies the signature. */
export interface Certificate extends Signed, CertificateExtensions {
  /** 1, 2 or 3. Only certificates of version 3 have extensions. */
  readonly version: number
  readonly subject: DistinguishedName
  /** The encoded names, which link certificates to issuers. */
  readonly writtenSubject: Uint8Array<ArrayBuffer>
  readonly writtenIssuer: Uint8Array<ArrayBuffer>
  /** The first and last moment at which the certificate is valid, in milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
}

const isContext = (element: Element | undefined, tag: number): boolean =>
  element !== undefined && element.class === 2 && element.tag === tag

const malformed = (what: string): MalformedDer => new MalformedDer(`x509: ${what}`)

/** Reads concatenated certificates. @throws MalformedDer */
export function readCertificates(bytes: Uint8Array<ArrayBuffer>): readonly Certificate[] {
  return parsing('malformed certificate', () => readElements(bytes)).map(({ whole }) => readCertificate(whole))
}

/**
 * Reads one certificate in DER.
 * @throws MalformedDer with the message of Go's parser
 */
export function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate {
  const { element, rest } = parsing('malformed certificate', () => readElement(bytes))
  const [content, algorithm, signature] = parsing('malformed certificate', () => sequenceOf(element))
  if (rest.length > 0) throw malformed('trailing data')
  const fields = parsing('malformed tbs certificate', () => sequenceOf(content))
  const start = isContext(fields[0], 0) ? 1 : 0
  const [serial, inner, issuer, validity, subject, publicKey, ...optional] = fields.slice(start)
  if (!isUniversal(serial, TAG.integer)) throw malformed('malformed serial number')
  parsing('malformed signature algorithm identifier', () => objectIdentifier(sequenceOf(inner)[0]))
  const signed = parsing('malformed algorithm identifier', () => objectIdentifier(sequenceOf(algorithm)[0]))
  parsing('malformed issuer', () => distinguishedName(issuer))
  const [notBefore, notAfter] = parsing('malformed validity', () => {
    const [from, to] = sequenceOf(validity)
    return [certificateTime(from), certificateTime(to)]
  })
  const named = parsing('malformed subject', () => distinguishedName(subject))
  parsing('malformed spki', () => bitString(sequenceOf(publicKey)[1]))
  const written = parsing('malformed signature', () => bitString(signature))
  const extensions = optional.find((one) => isContext(one, 3))
  return {
    version: versionOf(start === 1 ? fields[0] : undefined),
    subject: named,
    writtenSubject: wholeOf(subject),
    writtenIssuer: wholeOf(issuer),
    notBefore,
    notAfter,
    content: wholeOf(content),
    publicKey: wholeOf(publicKey),
    algorithm: signed,
    signature: written,
    ...parsing('malformed extensions', () => certificateExtensions(extensions)),
  }
}

/** The version of a certificate, which counts from 0 in DER; the first one is omitted. */
const versionOf = (element: Element | undefined): number => (element?.content.at(-1) ?? 0) + 1

const wholeOf = (element: Element | undefined): Uint8Array<ArrayBuffer> => element?.whole ?? new Uint8Array()

function parsing<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof MalformedDer ? malformed(what) : error
  }
}
