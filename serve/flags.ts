import { numberOfText } from '../worker/api/numbers.ts'
import { parseMilliseconds } from '../worker/api/duration.ts'
import { FLAGS, type Flag, type FlagType } from './flag-table.ts'
import { UNUSED_FLAGS } from './unused-flags.ts'

export type FlagName = keyof typeof FLAGS

/** The given values by flag: all values of lists and maps, the last value of other flags. */
export type FlagValues = ReadonlyMap<FlagName, readonly string[]>

/** An invalid command line; the message names the flag. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

const isFlag = (name: string): name is FlagName => Object.hasOwn(FLAGS, name)

const CHECKS: Readonly<Record<FlagType, (value: string) => boolean>> = {
  string: () => true,
  list: () => true,
  map: (value) => value.split(',').every((pair) => pair !== '' && !pair.startsWith('=')),
  boolean: (value) => /^(true|false|1|0|t|f)$/i.test(value),
  integer: (value) => /^-?\d+$/.test(value),
  number: (value) => /^-?\d+(\.\d+)?$/.test(value),
  duration: (value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value) || value === '0',
}

/** The values of a command line, as `readFlags` returns them. */
export const parseFlags = (args: readonly string[]): FlagValues => readFlags(args).values

/**
 * Reads a command line. Flags have the form `--name value` or `--name=value`; a boolean flag takes a value only after `=`. The
 * values of a repeated list or map are joined; of any other repeated flag, the last value counts. `withoutEffect`: the given flags that have no effect, because this server lacks the feature or the part
 * that they configure.
 * @throws FlagError for an unknown flag, and for a missing or invalid value
 */
export function readFlags(args: readonly string[]): {
  readonly values: FlagValues
  readonly withoutEffect: readonly string[]
} {
  const values = new Map<FlagName, string[]>()
  const withoutEffect = new Set<string>()
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = '', assigned] = /^(?:--|-(?=v\b))([^=]+)(?:=([^]*))?$/.exec(arg) ?? []
    if (name === '') throw new FlagError(`unexpected argument ${JSON.stringify(arg)}; flags look like --name=value`)
    const unused = UNUSED_FLAGS.get(name)
    if (!isFlag(name) && unused === undefined) throw new FlagError(`unknown flag: --${name}`)
    const { type, choices }: Pick<Flag, 'type' | 'choices'> = isFlag(name) ? FLAGS[name] : { type: unused ?? 'string' }
    const value = assigned ?? (type === 'boolean' ? 'true' : rest.shift())
    if (value === undefined) throw new FlagError(`flag needs an argument: --${name}`)
    if (!CHECKS[type](value)) throw new FlagError(`invalid argument "${value}" for "--${name}" flag: not a ${type}`)
    if (choices !== undefined && !choices.includes(value))
      throw new FlagError(`invalid argument "${value}" for "--${name}" flag: one of ${choices.join(', ')}`)
    if (!isFlag(name)) {
      withoutEffect.add(name)
      continue
    }
    if (type === 'list' || type === 'map') values.set(name, [...(values.get(name) ?? []), ...value.split(',')])
    else values.set(name, [value])
  }
  return { values, withoutEffect: [...withoutEffect] }
}

export const text = (values: FlagValues, name: FlagName): string | undefined => values.get(name)?.at(-1)

/** The value of a flag of the type integer or number. */
export function integer(values: FlagValues, name: FlagName): number | undefined {
  const value = text(values, name)
  return value === undefined ? undefined : numberOfText(value)
}

export const enabled = (values: FlagValues, name: FlagName): boolean => /^(true|1|t)$/i.test(text(values, name) ?? '')

/** The value of a duration flag in milliseconds; 0 when the flag is absent. */
export const duration = (values: FlagValues, name: FlagName): number => parseMilliseconds(text(values, name) ?? '0')

/** The help of a flag with its choices. */
export const meaningOf = ({ help, choices }: Flag): string =>
  choices === undefined ? help : `${help} One of ${choices.join(', ')}.`

/** The text of `--help`: every flag with its type and its effect, then the ignored flags. */
export function usage(): string {
  const lines = Object.entries<Flag>(FLAGS).map(([name, each]) => {
    const value = each.type === 'boolean' ? '' : ` ${each.type}`
    return `  --${name}${value}\n        ${meaningOf(each)}`
  })
  const unused = [...UNUSED_FLAGS.keys()].sort().map((name) => `  --${name}`)
  return `Usage: tabplane serve FLAGS (in the repository: npm run serve -- FLAGS)\n\n${lines.join('\n')}\n\nAccepted and ignored:\n\n${unused.join('\n')}`
}
