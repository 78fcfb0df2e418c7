import type { Element } from './der.ts'
import { TAG, isUniversal, objectIdentifier, readElement, readElements, sequenceOf } from './der.ts'
import type { NameConstraints } from './name-constraints.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/** The extensions of a certificate (RFC 5280, 4.2). */
export interface CertificateExtensions {
  /** Whether the subject is a certificate authority. */
  readonly isAuthority: boolean
  /** The greatest number of authorities between this and the last certificate; undefined when unlimited. */
  readonly pathLength: number | undefined
  /** Whether the key may sign certificates; true when the certificate has no key usage extension. */
  readonly signsCertificates: boolean
  /** The extended key usages, as object identifiers; undefined when any usage is allowed. */
  readonly purposes: readonly string[] | undefined
  /** The subject key identifier. */
  readonly keyIdentifier: Uint8Array<ArrayBuffer> | undefined
  /** The elements of the alternative names; undefined without the extension. */
  readonly alternativeNames: readonly Element[] | undefined
  readonly nameConstraints: NameConstraints | undefined
  /** Whether an unsupported extension is critical. */
  readonly hasUnknownCritical: boolean
}

const NO_EXTENSIONS: CertificateExtensions = {
  isAuthority: false,
  pathLength: undefined,
  signsCertificates: true,
  purposes: undefined,
  keyIdentifier: undefined,
  alternativeNames: undefined,
  nameConstraints: undefined,
  hasUnknownCritical: false,
}

/** Bit 5 of a key's usages, counted from the most significant. */
const SIGNS_CERTIFICATES = 0x04

const READERS = lookupTable<(value: Element, isCritical: boolean) => Partial<CertificateExtensions>>({
  '2.5.29.19': (value) => {
    const [authority, length] = sequenceOf(value)
    const isAuthority = isUniversal(authority, TAG.boolean) && authority.content[0] === 0xff
    return { isAuthority, pathLength: isUniversal(length, TAG.integer) ? length.content.at(-1) : undefined }
  },
  // The first byte of a bit string is the number of its unused bits.
  '2.5.29.15': (value) => ({ signsCertificates: ((value.content[1] ?? 0) & SIGNS_CERTIFICATES) !== 0 }),
  '2.5.29.37': (value) => ({ purposes: sequenceOf(value).map(objectIdentifier) }),
  '2.5.29.17': (value) => ({ alternativeNames: sequenceOf(value) }),
  '2.5.29.30': (value, isCritical) => ({ nameConstraints: { value, isCritical } }),
  '2.5.29.14': ({ content }) => ({ keyIdentifier: content }),
  // The authority key identifier is not needed here.
  '2.5.29.35': () => ({}),
})

/** @param element The tagged list of a certificate. @throws MalformedDer */
export function certificateExtensions(element: Element | undefined): CertificateExtensions {
  if (element === undefined) return NO_EXTENSIONS
  const [list] = readElements(element.content)
  return sequenceOf(list).reduce((found: CertificateExtensions, extension) => {
    const [type, ...rest] = sequenceOf(extension)
    const value = rest.at(-1)
    const read = READERS[objectIdentifier(type)]
    const isCritical = isUniversal(rest[0], TAG.boolean) && rest[0].content[0] === 0xff
    if (read === undefined || value === undefined) return isCritical ? { ...found, hasUnknownCritical: true } : found
    return { ...found, ...read(readElement(value.content).element, isCritical) }
  }, NO_EXTENSIONS)
}
