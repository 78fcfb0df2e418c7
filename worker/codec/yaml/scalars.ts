import { doubleOf, numberOfText } from '../../api/numbers.ts'
import type { Json } from '../../api/json.ts'
import { ValueError } from '../yaml-error.ts'
import { fromForgivingBase64Text } from '../../runtime/bytes.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

export interface ScalarOptions {
  /** Whether `yes`, `n`, `on` and the like are texts, as in YAML 1.2. */
  readonly onlyTrueAndFalse?: boolean
}

const OLD_BOOLEAN = /^(?:y|yes|on|n|no|off)$/i

/**
 * The value of a scalar by the rules of the real server's YAML 1.1 reader: `yes` and `off` are booleans, `0777` is an octal
 * number, `1_000` is a number, and dates are strings. Infinite numbers stay numbers, although JSON cannot represent them.
 * @param implicit as in `NodeStart`
 * @throws ValueError
 */
export function resolveScalar(
  text: string,
  tag: string,
  implicit: boolean,
  { onlyTrueAndFalse = false }: ScalarOptions = {},
): Json {
  switch (tag) {
    case '':
      if (!implicit || (onlyTrueAndFalse && OLD_BOOLEAN.test(text))) return text
      return resolvePlain(text)
    case 'tag:yaml.org,2002:int':
    case 'tag:yaml.org,2002:float':
    case 'tag:yaml.org,2002:bool':
    case 'tag:yaml.org,2002:null':
      return resolveTagged(text, `!!${tag.slice(TAGS.length)}`)
    case 'tag:yaml.org,2002:binary':
      return decodeBinary(text)
    default:
      return text
  }
}

const TAGS = 'tag:yaml.org,2002:'

/** The value of a tagged scalar. The text must match the tag; an integer also matches `!!float`. */
function resolveTagged(text: string, wanted: string): Json {
  const value = resolvePlain(text)
  const found = tagOf(value, text)
  if (found === wanted || (found === '!!int' && wanted === '!!float')) return value
  throw new ValueError(`yaml: cannot decode ${found} \`${text}\` as a ${wanted}`)
}

/** The tag of a scalar's value, without its beginning. */
export function tagOf(value: Json, text: string): string {
  if (value === null) return '!!null'
  if (typeof value === 'boolean') return '!!bool'
  if (typeof value === 'string') return '!!str'
  return resolveInteger(text.replaceAll('_', '')) === undefined ? '!!float' : '!!int'
}

function decodeBinary(text: string): string {
  try {
    return fromForgivingBase64Text(text)
  } catch {
    throw new ValueError('yaml: !!binary value contains invalid base64 data')
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
])
const NULLS = new Set(['', '~', 'null', 'Null', 'NULL'])
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/

function resolvePlain(text: string): Json {
  if (NULLS.has(text)) return null
  const boolean = BOOLEANS.get(text)
  if (boolean !== undefined) return boolean
  if (!/^[-+.\d]/.test(text)) return text
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  if (NOT_A_NUMBER.test(text)) return NaN
  const plain = text.replaceAll('_', '')
  return resolveInteger(plain) ?? resolveFloat(plain) ?? text
}

/** A number too large for a float stays text. */
function resolveFloat(text: string): number | undefined {
  const number = FLOAT.test(text) ? numberOfText(text) : Infinity
  return Number.isFinite(number) ? number : undefined
}

const MAX_DIGITS = 64

/** Go's `ParseInt` with base 0. */
function resolveInteger(text: string): number | bigint | undefined {
  const [, sign = '', prefix = '', digits = ''] = /^([-+]?)(0[xX]|0[bB]|0[oO]?(?=\d))?(\w+)$/.exec(text) ?? []
  const base = BASES[prefix.toLowerCase()]
  if (base === undefined || !base.digits.test(digits)) return undefined
  // More digits than these exceed 64 bits in every base. Leading zeros do not count.
  if (digits.length > MAX_DIGITS && digits.replace(/^0+/, '').length > MAX_DIGITS) return undefined
  const value = BigInt(`${base.prefix}${digits}`) * (sign === '-' ? -1n : 1n)
  const number = doubleOf(value)
  if (Number.isSafeInteger(number)) return number
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const BASES = lookupTable<{ readonly prefix: string; readonly digits: RegExp }>({
  '': { prefix: '', digits: /^\d+$/ },
  '0': { prefix: '0o', digits: /^[0-7]+$/ },
  '0o': { prefix: '0o', digits: /^[0-7]+$/ },
  '0x': { prefix: '0x', digits: /^[\da-fA-F]+$/ },
  '0b': { prefix: '0b', digits: /^[01]+$/ },
})
