import type { Element } from './der.ts'
import { MalformedDer, readElement, sequenceOf } from './der.ts'
import type { Bytes } from './der-writer.ts'
import { der, sequence } from './der-writer.ts'

/** The subject alternative names of a certificate (RFC 5280, 4.2.1.6). */
export interface AlternativeNames {
  readonly dns: readonly string[]
  readonly email: readonly string[]
  /** Addresses as raw bytes: four for IPv4, sixteen for IPv6. The length of a read address is not checked. */
  readonly ip: readonly Bytes[]
  readonly uri: readonly string[]
}

export const NO_NAMES: AlternativeNames = { dns: [], email: [], ip: [], uri: [] }

const TAGS = { email: 1, dns: 2, uri: 6, ip: 7 } as const
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Reads the extension; other types of names are ignored. @param value The extension's value. @throws MalformedDer */
export function readAlternativeNames(value: Bytes): AlternativeNames {
  return namesOf(sequenceOf(readElement(value).element))
}

/** The names of known types among general names. */
export function namesOf(names: readonly Element[]): AlternativeNames {
  const of = (tag: number): readonly Element[] => names.filter((name) => name.class === 2 && name.tag === tag)
  const texts = (tag: number): readonly string[] => of(tag).map(({ content }) => decoder.decode(content))
  return {
    dns: texts(TAGS.dns),
    email: texts(TAGS.email),
    ip: of(TAGS.ip).map((one) => one.content),
    uri: texts(TAGS.uri),
  }
}

/** @throws MalformedDer with the message of Go's parser for the first name that it refuses */
export function checkAlternativeNames(value: Bytes): void {
  const list = readPlain(value, 'x509: invalid subject alternative names')
  if (value[0] !== SEQUENCE) throw new MalformedDer('x509: invalid subject alternative names')
  for (let rest = list.element.content; rest.length > 0;) {
    const name = readPlain(rest, 'x509: invalid subject alternative name')
    const fault = nameFault(rest[0] ?? 0, name.element.content)
    if (fault !== undefined) throw new MalformedDer(`x509: ${fault}`)
    rest = name.rest
  }
}

const SEQUENCE = 0x30
const LONG_TAG = 0x1f

/** Reads an element whose tag has one byte. */
function readPlain(bytes: Bytes, fault: string): ReturnType<typeof readElement> {
  try {
    if (((bytes[0] ?? LONG_TAG) & LONG_TAG) !== LONG_TAG) return readElement(bytes)
  } catch (error) {
    if (!(error instanceof MalformedDer)) throw error
  }
  throw new MalformedDer(fault)
}

/** @param head the first byte of an encoded name, which has its class and tag */
function nameFault(head: number, content: Bytes): string | undefined {
  const tag = head ^ 0x80
  if (tag === TAGS.ip)
    return [4, 16].includes(content.length) ? undefined : `cannot parse IP address of length ${content.length}`
  const word = WORDS.get(tag)
  return word === undefined || content.every((byte) => byte < 0x80) ? undefined : `SAN ${word} is malformed`
}

const WORDS: ReadonlyMap<number, string> = new Map([
  [TAGS.email, 'rfc822Name'],
  [TAGS.dns, 'dNSName'],
  [TAGS.uri, 'uniformResourceIdentifier'],
])

/** The value of the extension, in the order of Go's crypto/x509; undefined when there are no names. */
export function writeAlternativeNames({ dns, email, ip, uri }: AlternativeNames): Bytes | undefined {
  const texts = (tag: number, values: readonly string[]): readonly Bytes[] =>
    values.map((value) => der(0x80 | tag, encoder.encode(value)))
  const names = [
    ...texts(TAGS.dns, dns),
    ...texts(TAGS.email, email),
    ...ip.map((address) => der(0x80 | TAGS.ip, address)),
    ...texts(TAGS.uri, uri),
  ]
  return names.length === 0 ? undefined : sequence(...names)
}
