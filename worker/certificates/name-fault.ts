import { ALPHABETS, hasOnly, isBmp, isUtf8 } from './asn1-text.ts'
import { DerFields, type Bytes } from './der-fields.ts'

const SET = 0x31

/** The fault of a distinguished name in the words of Go's crypto/x509; undefined for a valid name. */
export function nameFault(name: Bytes): string | undefined {
  const sets = new DerFields(new DerFields(name).sequence() ?? new Uint8Array())
  while (!sets.isEmpty) {
    const set = sets.content(SET)
    if (set === undefined) return 'invalid RDNSequence'
    const fault = setFault(set)
    if (fault !== undefined) return `invalid RDNSequence: invalid attribute${fault}`
  }
  return undefined
}

function setFault(set: Bytes): string | undefined {
  const attributes = new DerFields(set)
  while (!attributes.isEmpty) {
    const content = attributes.sequence()
    if (content === undefined) return ''
    const attribute = new DerFields(content)
    if (attribute.identifier() === undefined) return ' type'
    const value = attribute.any()
    if (value === undefined) return ' value'
    const fault = textFault(value.tag, value.content)
    if (fault !== undefined) return ` value: ${fault}`
  }
  return undefined
}

const T61 = 0x14
const UTF8 = 0x0c
const BMP = 0x1e

function textFault(tag: number, content: Bytes): string | undefined {
  if (tag === T61) return undefined
  if (tag === UTF8) return isUtf8(content) ? undefined : 'invalid UTF-8 string'
  if (tag === BMP) return isBmp(content) ? undefined : 'invalid BMPString'
  const [name, allowed] = ALPHABETS.get(tag) ?? []
  if (name === undefined || allowed === undefined) return `unsupported string type: ${tag}`
  return hasOnly(content, allowed) ? undefined : `invalid ${name}`
}
