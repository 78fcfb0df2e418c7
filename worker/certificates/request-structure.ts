import { type Asn1Type, checkValue } from './asn1-types.ts'
import {
  firstElements,
  isUniversal,
  MalformedDer,
  objectIdentifier,
  readElement,
  readElements,
  sequenceOf,
  TAG,
} from './der.ts'
import type { Element } from './der.ts'
import { publicKeyFault } from './public-key.ts'

// The faults of a certificate request that Go's crypto/x509 reports, in its order.

const IDENTIFIER: Asn1Type = { kind: 'identifier', name: 'ObjectIdentifier' }
const BITS: Asn1Type = { kind: 'bits', name: 'BitString' }
const RAW: Asn1Type = { kind: 'raw', name: 'RawValue' }
const ALGORITHM: Asn1Type = {
  kind: 'struct',
  name: 'AlgorithmIdentifier',
  fields: [{ type: IDENTIFIER }, { type: RAW, optional: true }],
}
const PUBLIC_KEY: Asn1Type = { kind: 'struct', name: 'publicKeyInfo', fields: [{ type: ALGORITHM }, { type: BITS }] }
const CONTENT: Asn1Type = {
  kind: 'struct',
  name: 'tbsCertificateRequest',
  fields: [
    { type: { kind: 'integer', name: 'int' } },
    { type: RAW },
    { type: PUBLIC_KEY },
    { type: { kind: 'list', name: '', items: RAW }, tag: 0 },
  ],
}
const REQUEST: Asn1Type = {
  kind: 'struct',
  name: 'certificateRequest',
  fields: [{ type: CONTENT }, { type: ALGORITHM }, { type: BITS }],
}

const NAME_PART: Asn1Type = {
  kind: 'struct',
  name: 'AttributeTypeAndValue',
  fields: [{ type: IDENTIFIER }, { type: { kind: 'any', name: '' } }],
}
const NAME: Asn1Type = {
  kind: 'list',
  name: 'RDNSequence',
  items: { kind: 'list', name: 'RelativeDistinguishedNameSET', items: NAME_PART, isSet: true },
}
const ATTRIBUTE: Asn1Type = {
  kind: 'struct',
  name: 'pkcs10Attribute',
  fields: [{ type: IDENTIFIER }, { type: { kind: 'list', name: '', items: RAW }, set: true }],
}
const EXTENSION: Asn1Type = {
  kind: 'struct',
  name: 'Extension',
  fields: [
    { type: IDENTIFIER },
    { type: { kind: 'boolean', name: 'bool' }, optional: true },
    { type: { kind: 'octets', name: '' } },
  ],
}
const EXTENSIONS: Asn1Type = { kind: 'list', name: '', items: EXTENSION }

/** @throws MalformedDer with the message of Go's parser */
export function checkRequestStructure(bytes: Uint8Array<ArrayBuffer>): void {
  if (checkValue(bytes, 0, { type: REQUEST }) < bytes.length)
    throw new MalformedDer('asn1: syntax error: trailing data')
  const [content] = firstElements(readElement(bytes).element.content, 1)
  const [, subject, publicKey] = content === undefined ? [] : firstElements(content.content, 3)
  const fault = publicKey && publicKeyFault(publicKey)
  if (fault !== undefined) throw new MalformedDer(fault)
  if (subject !== undefined && checkValue(subject.whole, 0, { type: NAME }) < subject.whole.length)
    throw new MalformedDer('x509: trailing data after X.509 Subject')
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'

/** A requested extension. */
export interface RequestedExtension {
  readonly type: string
  readonly value: Uint8Array<ArrayBuffer>
}

/**
 * The requested extensions. Attributes that are not in the form of PKCS #10 are ignored.
 * @param attributes the attributes of the request, `[0]`
 * @throws MalformedDer with the message of Go's parser
 */
export function requestedExtensions(attributes: Element): readonly RequestedExtension[] {
  const found: RequestedExtension[] = []
  for (const attribute of readElements(attributes.content)) {
    const list = extensionList(attribute)
    if (list === undefined) continue
    checkValue(list.whole, 0, { type: EXTENSIONS })
    for (const extension of sequenceOf(list)) {
      const [type, second] = firstElements(extension.content, 2)
      const value = isUniversal(second, TAG.boolean) ? firstElements(extension.content, 3)[2] : second
      found.push({ type: objectIdentifier(type), value: value?.content ?? new Uint8Array() })
    }
  }
  if (new Set(found.map(({ type }) => type)).size < found.length)
    throw new MalformedDer('x509: certificate request contains duplicate requested extensions')
  return found
}

/** The first value of an attribute that requests extensions. */
function extensionList(attribute: Element): Element | undefined {
  try {
    checkValue(attribute.whole, 0, { type: ATTRIBUTE })
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
  const [type, values] = firstElements(attribute.content, 2)
  if (objectIdentifier(type) !== EXTENSION_REQUEST || values === undefined) return undefined
  return readElements(values.content)[0]
}
