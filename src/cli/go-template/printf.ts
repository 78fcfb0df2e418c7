import { boundedNumber, doubleOf, numberOfText } from '../../../worker/api/numbers.ts'
import { partsOf } from '../../../worker/cel/exact-digits.ts'
import { goFloat, goSyntax, quote } from '../../../worker/api/go-format.ts'
import { isObject } from '../../../worker/api/json.ts'
import { sortedKeys } from '../../../worker/api/byte-order.ts'
import { GoComplex, GoFloat, GoNumber } from './nodes.ts'
import { exponentText, fixedText } from './exact-decimals.ts'
import type { Value } from './values.ts'
import { numberOf, typeOf, valueText } from './values.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

interface Verb {
  readonly flags: string
  readonly width: number | undefined
  readonly precision: number | undefined
  readonly letter: string
}

const VERB =
  /%(?<flags>[-+# 0]*)(?:\[(?<wideAt>[^\]]*)\](?=\*))?(?<wide>\*|\d+)?(?<point>\.(?:\[(?<exactAt>[^\]]*)\](?=\*))?(?<exact>\*|\d+)?)?(?:\[(?<index>[^\]]*)\])?(?<letter>[^])?/gu

interface VerbGroups {
  readonly flags: string
  /** `[2]` before the width, the precision or the value: the number of its operand, counted from 1. */
  readonly wideAt?: string
  readonly exactAt?: string
  readonly index?: string
  readonly wide?: string
  readonly point?: string
  readonly exact?: string
  readonly letter?: string
}

/** Go accepts a width or precision from an operand up to this one. In a format, it accepts one more digit. */
const LARGEST_WIDTH = 1_000_000

/** Go's `fmt.Sprintf` for the values of a template. */
export function sprintf(format: string, values: readonly Value[]): string {
  let next = 0
  /** The position of the first verb with too many digits, which ends the format in Go. */
  let end: number | undefined
  // When operands are chosen by number, unused operands are not reported.
  let isReordered = false
  const star = (text: string | undefined, fault: string): { readonly number?: number; readonly fault: string } => {
    if (text === undefined) return { fault: '' }
    if (text !== '*') return { number: numberOfText(text), fault: '' }
    const number = boundedNumber(numberOf(values[next++]))
    return Number.isInteger(number) && Math.abs(number) <= LARGEST_WIDTH ? { number, fault: '' } : { fault }
  }
  const text = format.replace(VERB, (...parts: unknown[]) => {
    const { flags, wideAt, exactAt, index, wide, point, exact, letter } = parts.at(-1) as VerbGroups
    if (end === undefined && [wide, exact].some((digits) => numberOfText(digits) >= 10 * (LARGEST_WIDTH + 1)))
      end = boundedNumber(parts.at(-3))
    if (end !== undefined) return ''
    let isPlaced = true
    const moveTo = (place: string | undefined): void => {
      if (place === undefined) return
      isReordered = true
      const at = /^\d+$/.test(place) ? numberOfText(place) - 1 : -1
      if (at >= 0 && at < values.length) next = at
      else isPlaced = false
    }
    moveTo(wideAt)
    const width = star(wide, '%!(BADWIDTH)')
    moveTo(exactAt)
    const precision = point !== undefined ? star(exact ?? '0', '%!(BADPREC)') : { fault: '' }
    moveTo(index)
    if (!isPlaced) return `%!${letter ?? ''}(BADINDEX)`
    const faults = width.fault + precision.fault
    if (letter === undefined) return `${faults}%!(NOVERB)`
    if (letter === '%') return `${faults}%`
    if (next >= values.length) return `${faults}%!${letter}(MISSING)`
    const isLeft = (width.number ?? 0) < 0
    const verb = {
      flags: isLeft ? `${flags}-` : flags,
      width: width.number === undefined ? undefined : Math.abs(width.number),
      precision: precision.number,
      letter,
    }
    return faults + formatted(values[next++], verb)
  })
  if (end !== undefined) return sprintf(`${format.slice(0, end)}%`, values)
  if (isReordered || next >= values.length) return text
  const extra = values.slice(next).map((value) => (isNil(value) ? '<nil>' : `${typeOf(value)}=${valueText(value)}`))
  return `${text}%!(EXTRA ${extra.join(', ')})`
}

const isNil = (value: Value): value is null | undefined => value === undefined || value === null

function formatted(value: Value, verb: Verb): string {
  const { letter } = verb
  if (isNil(value)) {
    if (letter === 'v' || letter === 'T') return padded('<nil>', verb)
    return `%!${letter}(<nil>)`
  }
  if (letter === 'T') return padded(typeOf(value), verb)
  if (letter === 'p') return unfit(value, verb)
  if (letter === 'v' && verb.flags.includes('#')) return goSyntaxOf(value)
  if (Array.isArray(value)) return `[${value.map((item) => formatted(item, verb)).join(' ')}]`
  if (isObject(value) && !(value instanceof GoNumber))
    return `map[${sortedKeys(value)
      .map((key) => `${formatted(key, verb)}:${formatted(value[key], verb)}`)
      .join(' ')}]`
  if (typeof value === 'string') return formattedText(value, verb)
  if (typeof value === 'boolean') return 'tv'.includes(letter) ? padded(String(value), verb) : unfit(value, verb)
  if (value instanceof GoComplex) return formattedComplex(value, verb)
  const number = numberOf(value) ?? 0
  if (value instanceof GoFloat) return formattedFloat(value, value.value, verb)
  return typeof number === 'bigint' || (Number.isInteger(number) && Math.abs(number) < 2 ** 63)
    ? formattedInteger(value, BigInt(number), verb)
    : formattedFloat(value, number, verb)
}

const goSyntaxOf = (value: Value): string => (value instanceof GoNumber ? valueText(value) : goSyntax(value))

/** A value that does not fit the letter is printed like `%v`, with the flags, the width and the precision of the verb. */
function unfit(value: Value, verb: Verb): string {
  const shown = formatted(value, { ...verb, flags: verb.flags.replaceAll('#', ''), letter: 'v' })
  return `%!${verb.letter}(${typeOf(value)}=${shown})`
}

/** Pads with spaces. With the flag `0`, pads with zeros: before version 1.23, Go does so even for texts. */
function padded(text: string, { flags, width = 0 }: Verb): string {
  if (flags.includes('-')) return text.padEnd(width)
  return text.padStart(width, flags.includes('0') ? '0' : ' ')
}

const withSpaces = (verb: Verb): Verb => ({ ...verb, flags: verb.flags.replaceAll('0', '') })

/** Pads a number; zeros follow its sign. */
function paddedNumber(text: string, verb: Verb): string {
  const { flags, width = 0 } = verb
  if (!flags.includes('0') || flags.includes('-')) return padded(text, withSpaces(verb))
  const sign = /^[+\- ]/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(width - sign.length, '0')
}

/** The bytes of a text in hexadecimal, with spaces between them when `flags` has a space. */
const hexOf = (text: string, flags: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join(
    flags.includes(' ') ? ' ' : '',
  )

function formattedText(value: string, verb: Verb): string {
  const { letter, precision, flags } = verb
  const cut = precision === undefined ? value : [...value].slice(0, precision).join('')
  if (letter === 's' || letter === 'v') return padded(cut, verb)
  if (letter === 'q') return padded(quoted(cut, flags), verb)
  if (letter === 'x') return padded((flags.includes('#') ? '0x' : '') + hexOf(cut, flags), verb)
  if (letter === 'X') return padded((flags.includes('#') ? '0X' : '') + hexOf(cut, flags).toUpperCase(), verb)
  return unfit(value, verb)
}

function quoted(text: string, flags: string): string {
  if (flags.includes('#') && !text.includes('`')) return `\`${text}\``
  return flags.includes('+') ? quote(text).replace(/[^\x20-\x7e]/gu, runeEscape) : quote(text)
}

/** A rune in single quotes, in which Go escapes another character than in double quotes. */
const quotedRune = (rune: string, flags: string): string =>
  rune === '"' ? `'"'` : `'${quoted(rune, flags.replaceAll('#', '')).slice(1, -1).replace("'", "\\'")}'`

function runeEscape(rune: string): string {
  const hex = (rune.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
}

const RADIXES = lookupTable<readonly [radix: number, prefix: string]>({
  d: [10, ''],
  v: [10, ''],
  b: [2, '0b'],
  o: [8, '0'],
  O: [8, '0o'],
  x: [16, '0x'],
  X: [16, '0X'],
})

function formattedInteger(value: Value, number: bigint, verb: Verb): string {
  const { letter, flags, precision } = verb
  const code = number >= 0n && number <= 0x10ffffn ? doubleOf(number) : 0xfffd
  if (letter === 'c') return padded(String.fromCodePoint(code), verb)
  if (letter === 'q') return padded(quotedRune(String.fromCodePoint(code), flags), verb)
  if (letter === 'U') {
    const shown = flags.includes('#') ? ` '${String.fromCodePoint(code)}'` : ''
    return padded(`U+${number.toString(16).toUpperCase().padStart(4, '0')}${shown}`, withSpaces(verb))
  }
  const [radix, prefix] = RADIXES[letter] ?? []
  if (radix === undefined) return unfit(value, verb)
  if (precision === 0 && number === 0n) return padded('', withSpaces(verb))
  const sign = signOf(number < 0n, flags)
  const isZeroPadded = precision === undefined && flags.includes('0') && !flags.includes('-')
  const least = isZeroPadded ? (verb.width ?? 0) - sign.length : (precision ?? 0)
  const digits = (number < 0n ? -number : number).toString(radix).padStart(least, '0')
  const shown = (flags.includes('#') || letter === 'O' ? (prefix ?? '') : '') + digits
  return padded(sign + (letter === 'X' ? shown.toUpperCase() : shown), withSpaces(verb))
}

function signOf(isNegative: boolean, flags: string): string {
  if (isNegative) return '-'
  if (flags.includes('+')) return '+'
  return flags.includes(' ') ? ' ' : ''
}

/** Width and flags apply to each part. */
function formattedComplex(value: GoComplex, verb: Verb): string {
  if (!'vbgGxXfFeE'.includes(verb.letter)) return unfit(value, verb)
  const imaginary = formattedFloat(value, value.imaginary, { ...verb, flags: `${verb.flags}+` })
  return `(${formattedFloat(value, value.value, verb)}${imaginary}i)`
}

function formattedFloat(value: Value, number: number, verb: Verb): string {
  const { letter, flags, precision } = verb
  const size = Math.abs(number)
  const sign = signOf(number < 0 || Object.is(number, -0), flags)
  const exponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2')
  switch (letter) {
    case 'v':
    case 'g':
    case 'G': {
      const text =
        precision === undefined
          ? goFloat(size)
          : exponent(String(numberOfText(size.toPrecision(Math.min(precision || 1, 100)))))
      return paddedNumber(sign + (letter === 'G' ? text.toUpperCase() : text), verb)
    }
    case 'f':
    case 'F':
      return paddedNumber(sign + fixedText(size, precision ?? 6), verb)
    case 'e':
    case 'E': {
      const text = exponent(exponentText(size, precision ?? 6))
      return paddedNumber(sign + (letter === 'E' ? text.toUpperCase() : text), verb)
    }
    case 'b':
      return paddedNumber(sign + binaryFloat(size), verb)
    case 'x':
    case 'X': {
      const text = hexadecimalFloat(size)
      return paddedNumber(sign + (letter === 'X' ? text.toUpperCase() : text), verb)
    }
    default:
      return unfit(value, verb)
  }
}

function binaryFloat(size: number): string {
  const { mantissa, exponent } = partsOf(size)
  return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`
}

/** A float in the form `0x1.8p+00`. */
function hexadecimalFloat(size: number): string {
  if (size === 0) return '0x0p+00'
  const { mantissa, exponent } = partsOf(size)
  const shift = mantissa.toString(2).length - 1
  const fraction = (((mantissa << 52n) >> BigInt(shift)) & ((1n << 52n) - 1n)).toString(16).padStart(13, '0')
  const digits = fraction.replace(/0+$/, '')
  const power = exponent + shift
  const shown = `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  return `0x1${digits === '' ? '' : `.${digits}`}p${shown}`
}
