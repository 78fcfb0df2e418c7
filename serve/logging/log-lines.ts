import { quote } from '../../worker/api/go-format.ts'

/** One line of the server's log. */
export interface LogEntry {
  readonly severity: 'info' | 'warning' | 'error'
  /** An info entry is shown when `--v` is at least this. */
  readonly level: number
  /** The time of the entry, in milliseconds since 1970. */
  readonly time: number
  /** The file that wrote the entry, without its extension; `--vmodule` names it. */
  readonly module: string
  readonly message: string
  readonly values: readonly (readonly [name: string, value: string | number])[]
}

const LETTERS = { info: 'I', warning: 'W', error: 'E' } as const

/**
 * A line such as `I0501 10:00:00.000000       7 request-log.ts:0] "HTTP" verb="GET" resp=200`. Texts are quoted, so that a client
 * cannot add lines.
 */
export function textLine(entry: LogEntry, processId: number): string {
  const { severity, time, module, message, values } = entry
  const iso = new Date(time).toISOString()
  const when = `${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 23)}000`
  const pairs = values.map(([name, value]) => ` ${name}=${typeof value === 'number' ? value : quote(value)}`)
  return `${LETTERS[severity]}${when} ${String(processId).padStart(7)} ${module}.ts:0] ${quote(message)}${pairs.join('')}\n`
}

/** The members of `--logging-format=json` of the real server: `ts` in milliseconds, `caller`, `msg`, `v`, then the values. */
export function jsonLine({ severity, level, time, module, message, values }: LogEntry): string {
  const kind = severity === 'info' ? { v: level } : { severity }
  const head = { ts: time, caller: `${module}.ts:0`, msg: message, ...kind }
  return `${JSON.stringify({ ...head, ...Object.fromEntries(values) })}\n`
}
