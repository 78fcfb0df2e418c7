import { numberOfText } from '../../worker/api/numbers.ts'
import type { FlagValues } from '../flags.ts'
import { FlagError, integer, text } from '../flags.ts'
import { jsonLine, textLine, type LogEntry } from './log-lines.ts'

export type LogValues = LogEntry['values']

/** The log of one module. */
export interface Logger {
  /** Whether entries of the level are written; for callers that compute values. */
  writes(level: number): boolean
  info(level: number, message: string, values?: LogValues): void
  warning(message: string, values?: LogValues): void
  /** The stack of an error is the value `err`. */
  error(message: string, error: unknown): void
}

interface LoggerContext {
  readonly write: (line: string) => void
  readonly now: () => number
  readonly processId: number
}

/**
 * Reads `--v`, `--vmodule` and `--logging-format`. Returns a function that makes the logger of a module.
 * @throws FlagError for a malformed `--vmodule`
 */
export function openLoggers(flags: FlagValues, { write, now, processId }: LoggerContext): (module: string) => Logger {
  const everywhere = integer(flags, 'v') ?? 0
  const patterns = (flags.get('vmodule') ?? []).map(readPattern)
  const line = text(flags, 'logging-format') === 'json' ? jsonLine : (entry: LogEntry) => textLine(entry, processId)
  return (module) => {
    const most = patterns.find(({ matches }) => matches.test(module))?.level ?? everywhere
    const log = (entry: Omit<LogEntry, 'time' | 'module'>): void => write(line({ ...entry, time: now(), module }))
    return {
      writes: (level) => level <= most,
      info(level, message, values = []) {
        if (level <= most) log({ severity: 'info', level, message, values })
      },
      warning: (message, values = []) => log({ severity: 'warning', level: 0, message, values }),
      error(message, error) {
        const err = error instanceof Error ? (error.stack ?? error.message) : String(error)
        log({ severity: 'error', level: 0, message, values: [['err', err]] })
      },
    }
  }
}

/** Reads one pair of `--vmodule`, such as `request-log=4` or `serve*=2`. */
function readPattern(pair: string): { readonly matches: RegExp; readonly level: number } {
  const [, pattern = '', level = ''] = /^([\w*?-]+)=(\d+)$/.exec(pair) ?? []
  if (pattern === '') throw new FlagError(`--vmodule takes pairs such as request-log=4, not ${JSON.stringify(pair)}`)
  const source = pattern.replace(/[*?]/g, (sign) => (sign === '*' ? '.*' : '.'))
  return { matches: new RegExp(`^${source}$`), level: numberOfText(level) }
}
