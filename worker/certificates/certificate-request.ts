import {
  MalformedDer,
  TAG,
  bitString,
  isUniversal,
  objectIdentifier,
  readElement,
  readElements,
  readHead,
  sequenceOf,
} from './der.ts'
import type { DistinguishedName } from './distinguished-name.ts'
import { distinguishedName } from './distinguished-name.ts'
import type { Signed } from './signature.ts'

/** A request for a certificate: PKCS #10, RFC 2986. */
export interface CertificateRequest extends Signed {
  readonly subject: DistinguishedName
}

/** As Go prints the parameters of a field that has none. */
const NO_PARAMETERS =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

/** @throws MalformedDer in the words of Go's parser where the outside is wrong. */
export function readCertificateRequest(bytes: Uint8Array<ArrayBuffer>): CertificateRequest {
  if (bytes.length === 0) throw new MalformedDer('asn1: syntax error: sequence truncated')
  try {
    checkOutside(bytes)
    const { element, rest } = readElement(bytes)
    const [info, algorithm, signature] = readElements(element.content)
    const [version, subject, publicKey] = sequenceOf(info)
    if (!isUniversal(version, TAG.integer) || info === undefined || publicKey === undefined) {
      throw new MalformedDer('structure error: a part of the request is missing')
    }
    if (rest.length > 0) throw new MalformedDer('syntax error: trailing data')
    return {
      subject: distinguishedName(subject),
      content: info.whole,
      publicKey: publicKey.whole,
      algorithm: objectIdentifier(sequenceOf(algorithm)[0]),
      signature: bitString(signature),
    }
  } catch (error) {
    throw error instanceof MalformedDer ? new MalformedDer(`asn1: ${error.message}`) : error
  }
}

function checkOutside(bytes: Uint8Array): void {
  const head = readHead(bytes)
  if (head.class === 0 && head.tag === TAG.sequence && head.constructed) return
  const { class: tagClass, tag, length, constructed, start } = head
  const found = `{class:${tagClass} tag:${tag} length:${length} isCompound:${constructed}}`
  throw new MalformedDer(
    `structure error: tags don't match (16 vs ${found}) ${NO_PARAMETERS} certificateRequest @${start}`,
  )
}
