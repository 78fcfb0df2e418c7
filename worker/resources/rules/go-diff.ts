/**
 * The difference of two Go structs as error texts show it: changed fields with the old and the new value, two of their
 * neighbours, and the number of the other fields.
 */
export interface DiffField {
  /** The Go name. */
  readonly name: string
  /** The value as printed beside a change. */
  readonly context: string
  /** Undefined when the field did not change. */
  readonly change?: Change | undefined
}

/** The old and the new value, of one or several lines each; or a struct with the changes of its fields. */
export type Change =
  | { readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly type: string; readonly fields: readonly DiffField[] }

interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly depth: number
  readonly text: string
}

/** A line with a name that is aligned to those around it, or complete lines. */
type Entry = { readonly sign: Line['sign']; readonly name: string; readonly value: string } | { readonly lines: Line[] }

const NEIGHBOURS = 2

export function goDiff(type: string, fields: readonly DiffField[]): string {
  const lines = [
    { sign: ' ', depth: 0, text: `${type}{` },
    ...structLines(fields, 1),
    { sign: ' ', depth: 0, text: '}' },
  ]
  return lines.map(({ sign, depth, text }) => `${sign} ${'\t'.repeat(depth)}${text}\n`).join('')
}

function structLines(fields: readonly DiffField[], depth: number): Line[] {
  const entries: Entry[] = []
  for (let i = 0; i < fields.length;) {
    const field = fields[i]
    if (field?.change !== undefined) {
      entries.push(...changeEntries(field.name, field.change, depth))
      i++
      continue
    }
    const next = fields.findIndex((other, at) => at > i && other.change !== undefined)
    const end = next < 0 ? fields.length : next
    entries.push(...neighbours(fields.slice(i, end), i > 0, next >= 0, depth))
    i = end
  }
  return aligned(entries, depth)
}

/** The unchanged fields next to a change. */
function neighbours(same: readonly DiffField[], isAfter: boolean, isBefore: boolean, depth: number): Entry[] {
  const low = isAfter ? Math.min(NEIGHBOURS, same.length) : 0
  let high = isBefore ? Math.min(NEIGHBOURS, same.length - low) : 0
  if (same.length - low - high === 1) high++
  const entry = ({ name, context }: DiffField): Entry => ({ sign: ' ', name, value: context })
  const hidden = same.length - low - high
  const rest: Entry = { lines: [{ sign: ' ', depth, text: `... // ${hidden} identical fields` }] }
  return [...same.slice(0, low).map(entry), ...(hidden > 0 ? [rest] : []), ...same.slice(same.length - high).map(entry)]
}

function changeEntries(name: string, change: Change, depth: number): Entry[] {
  if ('fields' in change) {
    const open: Line = { sign: ' ', depth, text: `${name}: ${change.type}{` }
    return [{ lines: [open, ...structLines(change.fields, depth + 1), { sign: ' ', depth, text: '},' }] }]
  }
  return [valueEntry('-', name, change.before, depth), valueEntry('+', name, change.after, depth)]
}

function valueEntry(sign: Line['sign'], name: string, value: readonly string[], depth: number): Entry {
  const [first = '', ...rest] = value
  if (rest.length === 0) return { sign, name, value: first }
  const inner = rest.slice(0, -1).map((text): Line => ({ sign, depth: depth + 1, text }))
  const last: Line = { sign, depth, text: `${rest.at(-1) ?? ''},` }
  return { lines: [{ sign, depth, text: `${name}: ${first}` }, ...inner, last] }
}

/** The values of adjacent lines begin in the same column. */
function aligned(entries: readonly Entry[], depth: number): Line[] {
  return entries.flatMap((entry, i) => {
    if ('lines' in entry) return entry.lines
    const isBreak = (other: Entry | undefined): boolean => other === undefined || 'lines' in other
    let from = i
    while (!isBreak(entries[from - 1])) from--
    let width = 0
    for (let at = from; !isBreak(entries[at]); at++) {
      const other = entries[at]
      if (other !== undefined && 'name' in other) width = Math.max(width, other.name.length)
    }
    const text = `${entry.name}:${' '.repeat(width - entry.name.length)} ${entry.value},`
    return [{ sign: entry.sign, depth, text }]
  })
}
