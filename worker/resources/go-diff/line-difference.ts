import { legibleLine } from './side-text.ts'
import { sliceRecords, type Slices } from './slice-records.ts'
import type { TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, line, quotedText, wrapped } from './text-node.ts'

/** The difference of two texts by lines: between triple quotes when every line is legible so, else as quoted lines. */
export function lineDifference({ x, y }: Slices<string>, verbosity: number): TextNode {
  const lines: string[] = []
  const list = sliceRecords(
    { x: x.split('\n'), y: y.split('\n') },
    {
      chunk: 1,
      name: 'line',
      verbosity,
      part: (all, from, to) => all.slice(from, to),
      record: ([text = ''], sign) => {
        lines.push(text)
        return { sign, value: line(quotedText(text)) }
      },
    },
  )
  const quoted = tripleQuoted(list, lines)
  if (quoted !== undefined) return wrapped('(', { list: quoted }, ')')
  return wrapped('strings.Join(', wrapped('{', { list }, '}'), ', "\\n")')
}

const QUOTES: TextRecord = { value: line('"""'), hasNoComma: true }

/**
 * The lines between triple quotes; undefined when a line could be misread, or when adjacent changes differ only by white space.
 * @param lines the texts of the records, without the ellipses
 */
function tripleQuoted(records: readonly TextRecord[], lines: readonly string[]): TextRecord[] | undefined {
  const list: TextRecord[] = [QUOTES]
  const rest = lines.values()
  let [removed, inserted] = [new Set<string>(), new Set<string>()]
  for (const record of records) {
    const sign = record.sign ?? ''
    if (sign === '') [removed, inserted] = [new Set(), new Set()]
    if (record.value === ELLIPSIS) {
      list.push(record)
      continue
    }
    const text = legibleLine(rest.next().value ?? '')
    if (text === undefined) return undefined
    const bare = text.replace(/\p{White_Space}/gu, '')
    if ((sign === '-' ? inserted : removed).has(bare)) return undefined
    if (sign !== '') (sign === '-' ? removed : inserted).add(bare)
    list.push({ ...record, value: line(text), hasNoComma: true })
  }
  const last = list.at(-1)
  // An empty last line of the texts is not shown.
  if (last !== undefined && (last.sign ?? '') === '' && 'line' in last.value && last.value.line === '') list.pop()
  return [...list, QUOTES]
}
