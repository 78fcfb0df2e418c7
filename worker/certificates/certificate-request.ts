import type { Element } from './der.ts'
import {
  MalformedDer,
  TAG,
  bitString,
  objectIdentifier,
  readElement,
  readElements,
  readHead,
  sequenceOf,
} from './der.ts'
import type { AlternativeNames } from './alternative-names.ts'
import { NO_NAMES, readAlternativeNames } from './alternative-names.ts'
import type { Attribute, DistinguishedName } from './distinguished-name.ts'
import { distinguishedName, nameAttributes } from './distinguished-name.ts'
import type { Signed } from './signature.ts'

/** A certificate request: PKCS #10, RFC 2986. */
export interface CertificateRequest extends Signed {
  readonly subject: DistinguishedName
  /** The attributes of the subject, in their encoded order. */
  readonly attributes: readonly Attribute[]
  readonly alternativeNames: AlternativeNames
}

/** The text of empty field parameters, as Go's asn1 package prints them. */
const NO_PARAMETERS =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

/** Reads a request in DER. @throws MalformedDer with the message of Go's parser for a wrong outer structure */
export function readCertificateRequest(bytes: Uint8Array<ArrayBuffer>): CertificateRequest {
  if (bytes.length === 0) throw new MalformedDer('asn1: syntax error: sequence truncated')
  try {
    requireSequence(bytes, 'certificateRequest')
    const { element, rest } = readElement(bytes)
    // Go compares the tag of a part before it reads the parts.
    if (element.content.length > 0) requireSequence(element.content, 'tbsCertificateRequest')
    const [info, algorithm, signature] = readElements(element.content)
    const [version, subject, publicKey, attributes] = sequenceOf(info)
    if (version !== undefined && (version.class !== 0 || version.tag !== TAG.integer)) {
      throw unexpectedTag(version.whole, TAG.integer, 'int')
    }
    if (version === undefined || info === undefined || publicKey === undefined) {
      throw new MalformedDer('structure error: a part of the request is missing')
    }
    if (rest.length > 0) throw new MalformedDer('syntax error: trailing data')
    return {
      subject: distinguishedName(subject),
      attributes: nameAttributes(subject),
      alternativeNames: attributes === undefined ? NO_NAMES : alternativeNames(attributes),
      content: info.whole,
      publicKey: publicKey.whole,
      algorithm: objectIdentifier(sequenceOf(algorithm)[0]),
      signature: bitString(signature),
    }
  } catch (error) {
    throw error instanceof MalformedDer ? new MalformedDer(`asn1: ${error.message}`) : error
  }
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ALTERNATIVE_NAMES = '2.5.29.17'

/** The alternative names among the requested extensions. @param attributes The attributes of the request, `[0]`. */
function alternativeNames(attributes: Element): AlternativeNames {
  for (const attribute of readElements(attributes.content)) {
    const [type, values] = sequenceOf(attribute)
    if (objectIdentifier(type) !== EXTENSION_REQUEST || values === undefined) continue
    for (const extension of sequenceOf(readElement(values.content).element)) {
      const [name, ...rest] = sequenceOf(extension)
      const value = rest.at(-1)
      if (objectIdentifier(name) === ALTERNATIVE_NAMES && value !== undefined)
        return readAlternativeNames(value.content)
    }
  }
  return NO_NAMES
}

/** @param type Go's name of the type of the sequence */
function requireSequence(bytes: Uint8Array, type: string): void {
  const head = readHead(bytes)
  if (head.class === 0 && head.tag === TAG.sequence && head.constructed) return
  throw unexpectedTag(bytes, TAG.sequence, type)
}

/** The message of Go's asn1 package for an element whose tag does not fit the type of the field. */
function unexpectedTag(bytes: Uint8Array, expected: number, type: string): MalformedDer {
  const { class: tagClass, tag, length, constructed, start } = readHead(bytes)
  const found = `{class:${tagClass} tag:${tag} length:${length} isCompound:${constructed}}`
  return new MalformedDer(
    `structure error: tags don't match (${expected} vs ${found}) ${NO_PARAMETERS} ${type} @${start}`,
  )
}
