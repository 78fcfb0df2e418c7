import { quote } from '../../api/go-format.ts'
import { toHex } from '../../runtime/bytes.ts'
import { isLead, isTrail, utf8Length } from '../../runtime/utf8.ts'
import { decodeUtf8 } from '../../runtime/utf8-decoder.ts'
import { EDIT } from './edit-script.ts'
import { lineDifference } from './line-difference.ts'
import { editsOf, sliceRecords, type Slices } from './slice-records.ts'
import type { TextNode } from './text-node.ts'
import { line, quotedText, wrapped } from './text-node.ts'
import { scalarOf, type ValueNode } from './value-node.ts'

/** Bytes on one line of text, and on one line of other bytes. */
const [TEXT_CHUNK, BINARY_CHUNK] = [64, 16]
/** Texts of this length in bytes are shown in parts when both have it. */
const SHORTEST = 32
/** From this number of line breaks in both texts, lines may be compared instead of bytes. */
const MANY_LINES = 4
/** Texts with a line of more bytes are compared by bytes. */
const LONGEST_LINE = 1024

const textsOf = ({ type, x, y }: ValueNode): Slices<string> => ({
  x: String(scalarOf(type, x?.value)),
  y: String(scalarOf(type, y?.value)),
})

/** Whether the difference of two texts is shown in parts. */
export function isLongText(node: ValueNode): boolean {
  if (node.type.kind !== 'string' || node.x === undefined || node.y === undefined || node.different === 0) return false
  const { x, y } = textsOf(node)
  return utf8Length(x) >= SHORTEST && utf8Length(y) >= SHORTEST
}

/** Whether more than one in ten characters cannot be printed: the parts are then shown as numbers, with their type. */
export const isBinaryText = (node: ValueNode): boolean => shareOfText(node).isBinary

/** The parts of two texts, as Go's `strings.Join` would join them. */
export function textDifference(node: ValueNode, verbosity: number): TextNode {
  const texts = textsOf(node)
  const encoder = new TextEncoder()
  const bytes = { x: encoder.encode(texts.x), y: encoder.encode(texts.y) }
  const { isPure, isBinary } = shareOfText(node)
  if (isPure && comparesLines(texts, bytes)) return lineDifference(texts, verbosity)
  const part = (list: Uint8Array<ArrayBuffer>, from: number, to: number): Uint8Array<ArrayBuffer> =>
    list.subarray(from, to)
  if (isBinary) {
    const list = sliceRecords(bytes, {
      chunk: BINARY_CHUNK,
      name: 'byte',
      verbosity,
      part,
      record: (chunk, sign) => ({
        sign,
        value: line(Array.from(chunk, (byte) => `0x${toHex(Uint8Array.of(byte))}`).join(', ')),
        comment: `${sign === '' ? ' ' : sign}|${visible(chunk)}|`,
      }),
    })
    return wrapped('{', { list }, '}')
  }
  const list = sliceRecords(bytes, {
    chunk: TEXT_CHUNK,
    name: 'byte',
    verbosity,
    part,
    record: (chunk, sign) => ({ sign, value: line(quotedText(decodeUtf8(chunk))) }),
  })
  return wrapped('strings.Join(', wrapped('{', { list }, '}'), ', "")')
}

/** Bytes as ASCII, with a dot for each other byte. */
const visible = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : '.')).join('')

/** Whether all characters of two texts are printable or white space, or at most nine of ten. */
interface TextShare {
  readonly isPure: boolean
  readonly isBinary: boolean
}

/** The shares of long texts, which take milliseconds to count and are read twice. */
const shares = new WeakMap<ValueNode, TextShare>()

function shareOfText(node: ValueNode): TextShare {
  let share = shares.get(node)
  if (share === undefined) shares.set(node, (share = countedShare(textsOf(node))))
  return share
}

const OTHER_THAN_TEXT = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{White_Space}]|\ufffd/gu

function countedShare({ x, y }: Slices<string>): TextShare {
  const text = x + y
  const [all, valid] = [characterCount(text), characterCount(text.replace(OTHER_THAN_TEXT, ''))]
  return { isPure: valid === all, isBinary: valid <= Math.floor(0.9 * all) }
}

function characterCount(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) if (isTrail(text.charCodeAt(at)) && isLead(text.charCodeAt(at - 1))) count--
  return count
}

/** Whether go-cmp compares two texts by lines: they have several, and the difference by bytes is not much simpler. */
function comparesLines({ x, y }: Slices<string>, bytes: Slices<Uint8Array>): boolean {
  const text = x + y
  const lines = text.split('\n')
  if (lines.length <= MANY_LINES || lines.slice(0, -1).some((one) => utf8Length(one) > LONGEST_LINE)) return false
  const distance = (slices: Slices<ArrayLike<unknown>>): number => {
    const edits = editsOf(slices)
    return edits.filter((edit) => edit !== EDIT.identity).length / edits.length
  }
  if (distance({ x: x.split('\n'), y: y.split('\n') }) < 4 * distance(bytes)) return true
  return utf8Length(quote(text)) / utf8Length(text) > 1.1
}
