import { ALPHABETS, hasOnly, isBmp, isUtf8 } from './asn1-text.ts'
import { MalformedDer, readHead, TAG } from './der.ts'

// Reads DER by the rules of Go's encoding/asn1, to report its first fault in the same words.

/** A type of a value, with Go's name of it in messages. */
export type Asn1Type =
  | { readonly kind: 'integer' | 'identifier' | 'bits' | 'octets' | 'boolean' | 'raw' | 'any'; readonly name: string }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: readonly Asn1Field[] }
  | { readonly kind: 'list'; readonly name: string; readonly items: Asn1Type; readonly isSet?: boolean }

export interface Asn1Field {
  readonly type: Asn1Type
  readonly optional?: boolean
  /** The number of a context-specific tag in place of the type's own. */
  readonly tag?: number
  /** Whether a list is encoded as a set because of its field. */
  readonly set?: boolean
}

const UNIVERSAL = {
  integer: TAG.integer,
  identifier: TAG.objectIdentifier,
  bits: TAG.bitString,
  octets: TAG.octetString,
  boolean: TAG.boolean,
  struct: TAG.sequence,
} as const

const structural = (what: string): MalformedDer => new MalformedDer(`asn1: structure error: ${what}`)
const syntactic = (what: string): MalformedDer => new MalformedDer(`asn1: syntax error: ${what}`)

interface Head {
  readonly class: number
  readonly tag: number
  readonly constructed: boolean
  readonly length: number
  /** The offset of the content. */
  readonly start: number
}

function headAt(bytes: Uint8Array, at: number): Head {
  try {
    const head = readHead(bytes.subarray(at))
    return { ...head, start: at + head.start }
  } catch (error) {
    throw error instanceof MalformedDer ? new MalformedDer(`asn1: ${error.message}`) : error
  }
}

/**
 * Checks the value at an offset and returns the offset after it. More values than a struct has fields are allowed.
 * @throws MalformedDer with Go's message
 */
export function checkValue(bytes: Uint8Array, at: number, field: Asn1Field): number {
  const { type, optional = false } = field
  if (at === bytes.length) {
    if (optional) return at
    throw syntactic('sequence truncated')
  }
  const head = headAt(bytes, at)
  const end = head.start + head.length
  const expected = expectedOf(field)
  if (expected !== undefined && !fits(head, expected)) {
    if (optional) return at
    throw mismatch(head, expected.tag, field)
  }
  if (end > bytes.length) throw syntactic('data truncated')
  checkContent(bytes.subarray(head.start, end), type, head)
  return end
}

interface Expected {
  readonly class: number
  readonly tag: number
  readonly constructed: boolean
}

/** The tag that a value must have; undefined when every tag fits. */
function expectedOf({ type, tag, set }: Asn1Field): Expected | undefined {
  if (type.kind === 'raw' || type.kind === 'any') return undefined
  const constructed = type.kind === 'struct' || type.kind === 'list'
  if (tag !== undefined) return { class: 2, tag, constructed }
  if (type.kind !== 'list') return { class: 0, tag: UNIVERSAL[type.kind], constructed }
  return { class: 0, tag: set === true || type.isSet === true ? TAG.set : TAG.sequence, constructed }
}

const fits = (head: Head, expected: Expected): boolean =>
  head.class === expected.class && head.tag === expected.tag && head.constructed === expected.constructed

/** Go prints the address of a tag. */
const TAG_ADDRESS = '0xc000012000'

function mismatch(head: Head, expected: number, { type, optional = false, tag, set = false }: Asn1Field): MalformedDer {
  const found = `{class:${head.class} tag:${head.tag} length:${head.length} isCompound:${head.constructed}}`
  const parameters =
    `{optional:${optional} explicit:false application:false private:false defaultValue:<nil> ` +
    `tag:${tag === undefined ? '<nil>' : TAG_ADDRESS} stringType:0 timeType:0 set:${set} omitEmpty:false}`
  return structural(`tags don't match (${expected} vs ${found}) ${parameters} ${type.name} @${head.start}`)
}

function checkContent(content: Uint8Array, type: Asn1Type, head: Head): void {
  switch (type.kind) {
    case 'integer':
      return checkNumber(content)
    case 'identifier':
      return checkIdentifier(content)
    case 'bits':
      return checkBits(content)
    case 'boolean':
      return checkBoolean(content)
    case 'any':
      return head.class === 0 && !head.constructed ? ANY.get(head.tag)?.(content) : undefined
    case 'struct': {
      let at = 0
      for (const field of type.fields) at = checkValue(content, at, field)
      return
    }
    case 'list':
      return checkList(content, type.items)
    default:
  }
}

/** Go compares the tags of all items before it reads the first one. */
function checkList(content: Uint8Array, items: Asn1Type): void {
  const expected = expectedOf({ type: items })
  for (let at = 0; at < content.length;) {
    const head = headAt(content, at)
    if (expected !== undefined && !fits(head, expected)) throw structural('sequence tag mismatch')
    at = head.start + head.length
    if (at > content.length) throw syntactic('truncated sequence')
  }
  for (let at = 0; at < content.length;) at = checkValue(content, at, { type: items })
}

/** @throws MalformedDer with Go's message */
export function checkInteger(content: Uint8Array): void {
  const [first, second = 0] = content
  if (first === undefined) throw structural('empty integer')
  const isPadded = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)
  if (content.length > 1 && isPadded) throw structural('integer not minimally-encoded')
}

/** An integer of at most 64 bits. */
function checkNumber(content: Uint8Array): void {
  checkInteger(content)
  if (content.length > 8) throw structural('integer too large')
}

const MAX_ARC = 2 ** 31 - 1
const MAX_ARC_BYTES = 5

/** @throws MalformedDer with Go's message */
export function checkIdentifier(content: Uint8Array): void {
  if (content.length === 0) throw syntactic('zero length OBJECT IDENTIFIER')
  let [arc, size] = [0, 0]
  for (const byte of content) {
    if (size === MAX_ARC_BYTES) throw structural('base 128 integer too large')
    if (size === 0 && byte === 0x80) throw syntactic('integer is not minimally encoded')
    arc = arc * 128 + (byte & 0x7f)
    size += 1
    if (byte >= 0x80) continue
    if (arc > MAX_ARC) throw structural('base 128 integer too large')
    arc = size = 0
  }
  if (size > 0) throw syntactic('truncated base 128 integer')
}

/** @throws MalformedDer with Go's message */
export function checkBits(content: Uint8Array): void {
  const [padding] = content
  if (padding === undefined) throw syntactic('zero length BIT STRING')
  const last = content.at(-1) ?? 0
  if (padding > 7 || (content.length === 1 && padding > 0) || (last & ((1 << padding) - 1)) !== 0)
    throw syntactic('invalid padding bits in BIT STRING')
}

/** @throws MalformedDer with Go's message */
export function checkBoolean(content: Uint8Array): void {
  const [byte] = content
  if (content.length !== 1 || (byte !== 0 && byte !== 0xff)) throw syntactic('invalid boolean')
}

function checkUtf8(content: Uint8Array): void {
  if (!isUtf8(content)) throw new MalformedDer('asn1: invalid UTF-8 string')
}

function checkBmp(content: Uint8Array): void {
  if (!isBmp(content)) throw new MalformedDer('invalid BMPString')
}

const textChecks = [...ALPHABETS].map(([tag, [name, allowed]]) => {
  const check = (content: Uint8Array): void => {
    if (!hasOnly(content, allowed)) throw syntactic(`${name} contains invalid character`)
  }
  return [tag, check] as const
})

/** By universal tag, the checks of a value whose type the tag chooses. */
const ANY: ReadonlyMap<number, (content: Uint8Array) => void> = new Map([
  [TAG.boolean, checkBoolean],
  [TAG.integer, checkNumber],
  [TAG.bitString, checkBits],
  [TAG.objectIdentifier, checkIdentifier],
  [12, checkUtf8],
  ...textChecks,
  [30, checkBmp],
])
