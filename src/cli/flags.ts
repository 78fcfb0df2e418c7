import { doubleOf } from '../../worker/api/numbers.ts'
import { parseDuration } from '../../worker/api/duration.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** Flags are data: the parser, the help and the completion read the same list. */
export interface Flag {
  readonly name: string
  readonly short?: string
  /**
   * `list` splits at commas, `array` does not, `map` holds pairs `key=value`. Repeated flags of these three types add
   * their values.
   */
  readonly type: 'boolean' | 'text' | 'integer' | 'int32' | 'duration' | 'list' | 'array' | 'map' | 'level' | 'levels'
  /** The default, which `--help` shows. */
  readonly fallback?: string
  /** The value of a flag without `=`: `--dry-run` is `--dry-run=unchanged`. */
  readonly bare?: string
  readonly help: string
  readonly hidden?: boolean
  /** The warning for a deprecated flag, which the help omits. */
  readonly deprecated?: string
  /** The flag exists only when a variable of the environment, such as `KUBECTL_<enabledBy>`, is `true`. */
  readonly enabledBy?: string
  /** Whether a command line without the flag is refused, with `required flag(s) "image" not set`. */
  readonly required?: boolean
  /** The error text for an unreadable duration, or for a part of a map without `=`; undefined for the usual text. */
  readonly fault?: string
  /** The source of completion for the value. */
  readonly completes?: FlagCompletion
  /** The possible values. Completion by the hidden command `__complete` offers them only when `completes` says so. */
  readonly choices?: readonly string[]
}

/**
 * `manifest` is a file of JSON or YAML. `choices` offers the choices that begin with the typed text, `fixed` all of them.
 */
export type FlagCompletion =
  | 'file'
  | 'manifest'
  | 'namespace'
  | 'cluster'
  | 'context'
  | 'user'
  | 'container'
  | 'clusterrole'
  | 'choices'
  | 'fixed'

const flag =
  (type: Flag['type']) =>
  (name: string, help: string, more: Omit<Flag, 'name' | 'type' | 'help'> = {}): Flag => ({ name, type, help, ...more })

export const boolean = flag('boolean')
export const text = flag('text')
export const integer = flag('integer')
export const int32 = flag('int32')
export const duration = flag('duration')
export const list = flag('list')
export const array = flag('array')
export const map = flag('map')
/** A level of the log: an integer of 32 bits without the prefix of a base. */
export const level = flag('level')
/** `pattern=N,...`: levels of the log by source file. */
export const levels = flag('levels')

const ADDING: ReadonlySet<Flag['type']> = new Set(['list', 'array', 'map'])

/** The values of a command line, by flag name. */
export class FlagValues {
  readonly #values = new Map<string, string[]>()
  readonly #written: [name: string, value: string][] = []
  readonly #flags: ReadonlyMap<string, Flag>

  constructor(flags: ReadonlyMap<string, Flag>) {
    this.#flags = flags
  }

  add(flag: Flag, value: string): void {
    this.#written.push([flag.name, value])
    const values = this.#values.get(flag.name)
    if (values !== undefined && ADDING.has(flag.type)) values.push(value)
    else this.#values.set(flag.name, [value])
  }

  /**
   * The values without the flags that a command defines itself. When a command has its own `--user`, that flag does not
   * choose the caller.
   */
  without(flags: readonly Flag[]): FlagValues {
    const rest = new FlagValues(this.#flags)
    for (const [name, values] of this.#values)
      if (!flags.some((flag) => flag.name === name)) rest.#values.set(name, values)
    return rest
  }

  /** The flags in the order of the command line, each as often as it is written. */
  written(): readonly [name: string, value: string][] {
    return this.#written
  }

  /** Whether the command line contains the flag, with any value. */
  given(name: string): boolean {
    return this.#values.has(name)
  }

  text(name: string): string {
    return this.#values.get(name)?.[0] ?? this.#flags.get(name)?.fallback ?? ''
  }

  boolean(name: string): boolean {
    return truths.get(this.text(name)) ?? false
  }

  integer(name: string): number {
    return doubleOf(this.int64(name))
  }

  /** An integer of 64 bits, which a number cannot hold exactly. */
  int64(name: string): bigint {
    const read = this.#flags.get(name)?.type === 'level' ? decimalInteger : goInteger
    return read(this.text(name)) ?? 0n
  }

  list(name: string): string[] {
    const values = this.#values.get(name) ?? []
    return this.#flags.get(name)?.type === 'array' ? [...values] : values.flatMap(splitList)
  }
}

/** Splits a value at commas outside double quotes, like a line of CSV. */
function splitList(value: string): string[] {
  if (value === '') return []
  const fields = `,${value}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)
  return Array.from(fields, ([, text = '']) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text))
}

/** The spellings of a boolean (Go's `strconv.ParseBool`). */
const truths = new Map<string, boolean>([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
])

/** Reads a boolean as Go's `strconv.ParseBool`; undefined for any other text. */
export const parseBoolean = (text: string): boolean | undefined => truths.get(text)

/** The fault of a value in the words of Go's `strconv`; undefined for a valid value. */
export function faultOf(flag: Flag, value: string): string | undefined {
  if (flag.type === 'boolean' && !truths.has(value))
    return `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`
  if (flag.type === 'integer') return integerFault(value, goInteger(value), 64)
  if (flag.type === 'int32') return integerFault(value, goInteger(value), 32)
  if (flag.type === 'level') return integerFault(value, decimalInteger(value), 32)
  if (flag.type === 'duration') return durationFault(value) && (flag.fault ?? durationFault(value))
  if (flag.type === 'levels') return levelsFault(value)
  if (flag.type === 'map') {
    const single = splitList(value).find((pair) => !pair.includes('='))
    if (single === undefined) return undefined
    return flag.fault ?? `${single} must be formatted as key=value`
  }
  return undefined
}

/**
 * The integer that a text spells for Go's `strconv.ParseInt` with base 0, such as `0x1F`, `017` or `1_000`; undefined for
 * another text.
 */
function goInteger(text: string): bigint | undefined {
  const [, sign, digits] =
    /^([+-]?)(0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|0|[1-9](?:_?\d)*)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const size = BigInt(
    digits
      .replaceAll('_', '')
      .replace(/^0(?=\d)/, '0o')
      .toLowerCase(),
  )
  return sign === '-' ? -size : size
}

/** The integer that a text spells with decimal digits only; undefined for another text. */
const decimalInteger = (text: string): bigint | undefined =>
  /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined

function integerFault(text: string, value: bigint | undefined, bits: 32 | 64): string | undefined {
  const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}`
  if (value === undefined) return `${parsing}: invalid syntax`
  return BigInt.asIntN(bits, value) === value ? undefined : `${parsing}: value out of range`
}

function levelsFault(text: string): string | undefined {
  for (const pair of text.split(',').filter(Boolean)) {
    const [pattern, number = '', ...more] = pair.split('=')
    if (pattern === '' || more.length > 0 || integerFault(number, decimalInteger(number), 32) !== undefined)
      return 'syntax error: expect comma-separated list of filename=N'
    if (number.startsWith('-') && decimalInteger(number) !== 0n) return 'negative value for vmodule level'
  }
  return undefined
}

function durationFault(value: string): string | undefined {
  try {
    parseDuration(value)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
