import { boundedNumber, numberOfText } from '../../worker/api/numbers.ts'
import { escaped } from '../script/word-reader.ts'

const MAX_WIDTH = 1000

/** The output of `printf`: the format is repeated until all values are used. */
export function formatted(format: string, values: readonly string[]): string {
  const left = values.toReversed()
  let text = ''
  do {
    const before = left.length
    text += once(format, left)
    if (left.length === before) break
  } while (left.length > 0)
  return text
}

/** @param left the unused values, the next one last */
function once(format: string, left: string[]): string {
  return format.replace(
    /\\(x[\da-fA-F]{1,2}|.)|%(-?)(0?)(\d*)(?:\.(\d+))?([sdiqbxXoucf%])/gs,
    (whole: string, escape: string | undefined, ...[minus, zero, width, precision, kind]: string[]) => {
      if (escape !== undefined) return unescaped(escape)
      if (kind === '%') return '%'
      const value = converted(left.pop() ?? '', kind ?? 's', precision)
      const cells = Math.min(boundedNumber(width ?? 0), MAX_WIDTH)
      if (minus === '-') return value.padEnd(cells)
      return whole.startsWith('%') ? value.padStart(cells, zero === '0' ? '0' : ' ') : value
    },
  )
}

const unescaped = (escape: string): string =>
  /^x[\da-f]/i.test(escape) ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : escaped(escape)

function converted(value: string, kind: string, precision: string | undefined): string {
  switch (kind) {
    case 's':
      return precision === undefined ? value : value.slice(0, numberOfText(precision))
    case 'b':
      return formatted(value.replaceAll('%', '%%'), [])
    case 'q':
      return /^[\w./:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
    case 'c':
      return value.slice(0, 1)
    case 'x':
      return whole(value).toString(16)
    case 'X':
      return whole(value).toString(16).toUpperCase()
    case 'o':
      return whole(value).toString(8)
    case 'f':
      return (numberOfText(value) || 0).toFixed(Math.min(boundedNumber(precision ?? 6), 20))
    default:
      return String(whole(value))
  }
}

const whole = (value: string): number => Math.trunc(numberOfText(value)) || 0
