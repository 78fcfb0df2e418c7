import type { Element } from './der.ts'
import { TAG, isUniversal, objectIdentifier, readElement, readElements, sequenceOf } from './der.ts'

/** What the extensions of a certificate say (RFC 5280, 4.2). */
export interface CertificateExtensions {
  /** It may sign other certificates. */
  readonly isAuthority: boolean
  /** How many authorities may stand between it and the last certificate; undefined: any number. */
  readonly pathLength: number | undefined
  /** Its key may sign certificates: said, or nothing is said of the key's use. */
  readonly signsCertificates: boolean
  /** What it may be used for, as object identifiers; undefined: for anything. */
  readonly purposes: readonly string[] | undefined
  /** By what its key is known to those it signs. */
  readonly keyIdentifier: Uint8Array<ArrayBuffer> | undefined
  /** It demands something that is not understood here. */
  readonly isBeyondUs: boolean
}

const NOTHING_SAID: CertificateExtensions = {
  isAuthority: false,
  pathLength: undefined,
  signsCertificates: true,
  purposes: undefined,
  keyIdentifier: undefined,
  isBeyondUs: false,
}

/** Bit 5 of a key's usages, counted from the most significant. */
const SIGNS_CERTIFICATES = 0x04

const READERS: Readonly<Record<string, (value: Element) => Partial<CertificateExtensions>>> = {
  '2.5.29.19': (value) => {
    const [authority, length] = sequenceOf(value)
    const isAuthority = isUniversal(authority, TAG.boolean) && authority.content[0] === 0xff
    return { isAuthority, pathLength: isUniversal(length, TAG.integer) ? length.content.at(-1) : undefined }
  },
  // The first byte of a bit string says how many of its bits count for nothing.
  '2.5.29.15': (value) => ({ signsCertificates: ((value.content[1] ?? 0) & SIGNS_CERTIFICATES) !== 0 }),
  '2.5.29.37': (value) => ({ purposes: sequenceOf(value).map(objectIdentifier) }),
  // The names of a subject besides its own, and whose key has signed: nobody asks for them here.
  '2.5.29.17': () => ({}),
  '2.5.29.14': ({ content }) => ({ keyIdentifier: content }),
  '2.5.29.35': () => ({}),
}

/** @param element The tagged list of a certificate. @throws MalformedDer */
export function certificateExtensions(element: Element | undefined): CertificateExtensions {
  if (element === undefined) return NOTHING_SAID
  const [list] = readElements(element.content)
  return sequenceOf(list).reduce((said: CertificateExtensions, extension) => {
    const [type, ...rest] = sequenceOf(extension)
    const value = rest.at(-1)
    const read = READERS[objectIdentifier(type)]
    const isCritical = isUniversal(rest[0], TAG.boolean) && rest[0].content[0] === 0xff
    if (read === undefined || value === undefined) return isCritical ? { ...said, isBeyondUs: true } : said
    return { ...said, ...read(readElement(value.content).element) }
  }, NOTHING_SAID)
}
