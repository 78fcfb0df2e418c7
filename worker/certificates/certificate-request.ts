import type { Element } from './der.ts'
import { firstElements, objectIdentifier, readElement } from './der.ts'
import type { AlternativeNames } from './alternative-names.ts'
import { checkAlternativeNames, NO_NAMES, readAlternativeNames } from './alternative-names.ts'
import type { Attribute, DistinguishedName } from './distinguished-name.ts'
import { distinguishedName, nameAttributes } from './distinguished-name.ts'
import { rightAligned } from './public-key.ts'
import { checkRequestStructure, requestedExtensions } from './request-structure.ts'
import type { Signed } from './signature.ts'

/** A certificate request: PKCS #10, RFC 2986. */
export interface CertificateRequest extends Signed {
  readonly subject: DistinguishedName
  /** The attributes of the subject, in their encoded order. */
  readonly attributes: readonly Attribute[]
  readonly alternativeNames: AlternativeNames
}

/** Reads a request in DER. @throws MalformedDer with the message of Go's parser */
export function readCertificateRequest(bytes: Uint8Array<ArrayBuffer>): CertificateRequest {
  checkRequestStructure(bytes)
  const [info, algorithm, signature] = firstElements(readElement(bytes).element.content, 3)
  const [, subject, publicKey, attributes] = info === undefined ? [] : firstElements(info.content, 4)
  if (info === undefined || algorithm === undefined || signature === undefined || publicKey === undefined)
    throw new Error('checkRequestStructure accepted a request without all of its parts')
  return {
    subject: distinguishedName(subject),
    attributes: nameAttributes(subject),
    alternativeNames: attributes === undefined ? NO_NAMES : alternativeNames(attributes),
    content: info.whole,
    publicKey: publicKey.whole,
    algorithm: objectIdentifier(firstElements(algorithm.content, 1)[0]),
    signature: rightAligned(signature.content),
  }
}

const ALTERNATIVE_NAMES = '2.5.29.17'

/** The alternative names among the requested extensions. @param attributes The attributes of the request, `[0]`. */
function alternativeNames(attributes: Element): AlternativeNames {
  const [value] = requestedExtensions(attributes).filter(({ type }) => type === ALTERNATIVE_NAMES)
  if (value === undefined) return NO_NAMES
  checkAlternativeNames(value.value)
  return readAlternativeNames(value.value)
}
