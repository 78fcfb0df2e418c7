import { isChange, joined, runsOf, shownEnds, trimmed } from './edit-runs.ts'
import { editScript, type LeafCounts } from './edit-script.ts'
import type { Sign, TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, line, quotedText, wrapped } from './text-node.ts'
import { scalarOf, type ValueNode } from './value-node.ts'

/** Characters on one line. */
const CHUNK = 64
/** Texts of this length are shown in parts when both have it. */
const [SHORTEST, LONGEST] = [32, 900]
/** From this number of line breaks, go-cmp may compare lines instead of characters. */
const FEW_LINES = 4

const [SAME, OTHER]: readonly LeafCounts[] = [
  { same: 1, different: 0 },
  { same: 0, different: 2 },
]

const textsOf = ({ type, x, y }: ValueNode): readonly [string, string] => [
  String(scalarOf(type, x?.value)),
  String(scalarOf(type, y?.value)),
]

/**
 * Whether the difference of two texts is shown in parts. Texts with characters outside of ASCII, with many lines or of great
 * length are shown as two values.
 */
export function isLongText(node: ValueNode): boolean {
  const { type, x, y, different } = node
  if (type.kind !== 'string' || x === undefined || y === undefined || different === 0) return false
  const texts = textsOf(node)
  return (
    texts.every(({ length }) => length >= SHORTEST && length <= LONGEST) &&
    /^[\t-\r -~]*$/.test(texts.join('')) &&
    texts.join('').split('\n').length <= FEW_LINES
  )
}

/** The parts of two texts, as Go's `strings.Join` would join them. */
export function textDifference(node: ValueNode): TextNode {
  const [before, after] = textsOf(node)
  const isSame = (x: number, y: number): boolean => before[x] === after[y]
  const edits = editScript(before.length, after.length, (x, y) => (isSame(x, y) ? SAME : OTHER) as LeafCounts)
  const runs = trimmed(joined(runsOf(edits), CHUNK / 4), isSame)
  const list: TextRecord[] = []
  let [at, other] = [0, 0]
  for (const [index, run] of runs.entries()) {
    const left = run.same + run.removed + run.modified
    const right = run.same + run.inserted + run.modified
    const [old, next] = [before.slice(at, at + left), after.slice(other, other + right)]
    if (isChange(run)) list.push(...chunks(old, '-'), ...chunks(next, '+'))
    else list.push(...context(old, index > 0, index < runs.length - 1))
    at += left
    other += right
  }
  return wrapped('strings.Join(', wrapped('{', { list }, '}'), ', "")')
}

function chunks(text: string, sign: Sign): TextRecord[] {
  const list: TextRecord[] = []
  for (let from = 0; from < text.length; from += CHUNK)
    list.push({ sign, value: line(quotedText(text.slice(from, from + CHUNK))) })
  return list
}

function context(text: string, isAfter: boolean, isBefore: boolean): TextRecord[] {
  const { low, high } = shownEnds(text.length, { isAfter, isBefore, chunk: CHUNK })
  const hidden = text.length - low - high
  const dots: TextRecord = { value: ELLIPSIS, hasNoComma: true, comment: `${hidden} identical bytes` }
  return [
    ...chunks(text.slice(0, low), ''),
    ...(hidden > 0 ? [dots] : []),
    ...chunks(text.slice(text.length - high), ''),
  ]
}
