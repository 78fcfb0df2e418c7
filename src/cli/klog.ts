import { numberOfText } from '../../worker/api/numbers.ts'
import type { FlagValues } from './flags.ts'
import type { Host } from './host.ts'

/**
 * Writes a line of the client's log to standard error: `I0102 15:04:05.000000       1 round_trippers.go:553] GET ...`.
 */
export function logLine(host: Host, level: 'I' | 'W' | 'E' | 'F', source: string, text: string): void {
  const at = new Date(host.now())
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${two(at.getMonth() + 1)}${two(at.getDate())}`
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  const micros = String(at.getMilliseconds()).padStart(3, '0') + '000'
  host.stderr(`${level}${day} ${time}.${micros}       1 ${source}] ${text.replace(/\n$/, '')}\n`)
}

/**
 * The log level of a source file of the client: `--v`, or the file's level in `--vmodule` when it is larger. `source`
 * has no `.go`.
 */
export function logLevel(flags: FlagValues, source: string): number {
  const levels = flags
    .text('vmodule')
    .split(',')
    .map((pair) => pair.split('='))
    .filter(([pattern = '']) => pattern !== '' && matches(pattern, source))
    .map(([, level]) => numberOfText(level))
  return Math.max(flags.integer('v'), ...levels)
}

/** Whether a pattern with `*` and `?` matches the name of a file. */
const matches = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[^*?]/g, (letter) => letter.replace(/\W/, '\\$&'))
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(name)
