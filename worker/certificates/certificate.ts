import type { Element } from './der.ts'
import { MalformedDer, firstElements, objectIdentifier, readElement } from './der.ts'
import { checkCertificateStructure } from './certificate-structure.ts'
import { rightAligned } from './public-key.ts'
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
  const certificates: Certificate[] = []
  for (let rest = bytes; rest.length > 0;) {
    const read = parsing('malformed certificate', () => readElement(rest))
    certificates.push(readCertificate(read.element.whole))
    rest = read.rest
  }
  return certificates
}

/**
 * Reads one certificate in DER.
 * @throws MalformedDer with the message of Go's parser
 */
export function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate {
  checkCertificateStructure(bytes)
  const { element, rest } = readElement(bytes)
  if (rest.length > 0) throw malformed('trailing data')
  const [content, algorithm, signature] = firstElements(element.content, 3)
  const fields = firstElements(content?.content ?? new Uint8Array(), MAX_FIELDS)
  const start = isContext(fields[0], 0) ? 1 : 0
  const [, , issuer, validity, subject, publicKey, ...optional] = fields.slice(start)
  const [notBefore, notAfter] = parsing('malformed validity', () => {
    const [from, to] = firstElements(validity?.content ?? new Uint8Array(), 2)
    return [certificateTime(from), certificateTime(to)]
  })
  const extensions = optional.find((one) => isContext(one, 3))
  return {
    version: versionOf(start === 1 ? fields[0] : undefined),
    subject: distinguishedName(subject),
    writtenSubject: wholeOf(subject),
    writtenIssuer: wholeOf(issuer),
    notBefore,
    notAfter,
    content: wholeOf(content),
    publicKey: wholeOf(publicKey),
    algorithm: objectIdentifier(firstElements(algorithm?.content ?? new Uint8Array(), 1)[0]),
    signature: rightAligned(signature?.content ?? new Uint8Array()),
    ...parsing('malformed extensions', () => certificateExtensions(extensions)),
  }
}

/** Reads one certificate in DER; undefined for an unreadable one. */
export function readableCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate | undefined {
  try {
    return readCertificate(bytes)
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
}

/** The fields that a certificate can have. */
const MAX_FIELDS = 10

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
