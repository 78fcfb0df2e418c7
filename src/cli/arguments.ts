import { UsageError } from './failure.ts'
import type { Flag } from './flags.ts'
import { faultOf, FlagValues } from './flags.ts'

/** A parsed command line. */
export interface Arguments {
  readonly flags: FlagValues
  readonly positional: readonly string[]
  /** The words after `--`, which `positional` includes too; undefined when there is no `--`. */
  readonly afterDash?: readonly string[]
  /** The flags in the order of the command line, each as often as it is written. */
  readonly written: readonly Flag[]
}

/**
 * Reads a command line by the rules of pflag: flags and arguments in any order, `--name value`, `--name=value`,
 * `-n value`, `-nvalue`, `-n=value`, grouped short flags, `_` for `-` in names, and `--`, after which each word is an
 * argument.
 *
 * @throws UsageError for bad syntax, an unknown flag, a missing or an unreadable value
 */
export function parseArguments(words: readonly string[], flags: readonly Flag[]): Arguments {
  const byName = new Map(flags.map((flag) => [flag.name, flag]))
  const byShort = new Map(flags.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag] as const])))
  const values = new FlagValues(byName)
  const positional: string[] = []
  const written: Flag[] = []
  const rest = [...words]
  const set = (flag: Flag, value: string): void => {
    const fault = faultOf(flag, value)
    if (fault !== undefined) {
      const name = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`
      throw new UsageError(`invalid argument ${JSON.stringify(value)} for "${name}" flag: ${fault}`)
    }
    values.add(flag, value)
    written.push(flag)
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') return { flags: values, positional: [...positional, ...rest], afterDash: rest, written }
    if (word.startsWith('--')) long(word)
    else if (word.startsWith('-') && word !== '-') short(word)
    else positional.push(word)
  }
  return { flags: values, positional, written }

  function long(word: string): void {
    if (/^--[-=]/.test(word)) throw new UsageError(`bad flag syntax: ${word}`)
    const at = word.indexOf('=')
    const name = (at < 0 ? word.slice(2) : word.slice(2, at)).replaceAll('_', '-')
    const flag = byName.get(name)
    if (flag === undefined) throw new UsageError(`unknown flag: --${name}`)
    const value = at < 0 ? (bareValue(flag) ?? rest.shift()) : word.slice(at + 1)
    if (value === undefined) throw new UsageError(`flag needs an argument: ${word}`)
    set(flag, value)
  }

  function short(word: string): void {
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at)
      const flag = byShort.get(letter)
      if (flag === undefined) throw new UsageError(`unknown shorthand flag: '${letter}' in -${word.slice(at)}`)
      const tail = word.slice(at + 1)
      // `-n=` is not this form: pflag reads the `=` itself as the value.
      if (tail.startsWith('=') && tail !== '=') return set(flag, tail.slice(1))
      const bare = bareValue(flag)
      if (bare === undefined) {
        const value = tail === '' ? rest.shift() : tail
        if (value === undefined) throw new UsageError(`flag needs an argument: '${letter}' in ${word}`)
        return set(flag, value)
      }
      set(flag, bare)
    }
  }
}

/** The value of a flag that is written without `=`; undefined when the next word is the value. */
export function bareValue(flag: Flag): string | undefined {
  return flag.bare ?? (flag.type === 'boolean' ? 'true' : undefined)
}
