import { readFileSync } from 'node:fs'
import type { JsonObject } from '../worker/api/json.ts'
import type { ApiServerOptions } from '../worker/server/api-server.ts'
import { stringifyJson } from '../worker/codec/encode.ts'
import { readYaml } from '../worker/codec/yaml-reader.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, integer, text } from './flags.ts'
import { RotatedFile } from './rotated-file.ts'

export interface AuditLog {
  readonly options: Pick<ApiServerOptions, 'audit'>
  /** Resolves after every event is in the file; at once without a file. */
  close(): Promise<void>
}

/**
 * Opens the audit log of `--audit-policy-file` and `--audit-log-path`. Each event is one line of JSON; the path `-` is standard
 * output. Without a path the events are kept in memory; without a policy there are no events.
 * @throws FlagError
 */
export async function openAuditLog(flags: FlagValues): Promise<AuditLog> {
  const file = text(flags, 'audit-policy-file')
  if (file === undefined) return { options: {}, close: () => Promise.resolve() }
  const { value: policy } = await readYaml(readFileSync(file)).catch((error: unknown) => {
    throw new FlagError(`--audit-policy-file ${file} cannot be read: ${String(error)}`)
  })
  const path = text(flags, 'audit-log-path')
  if (path === undefined) return { options: { audit: { policy } }, close: () => Promise.resolve() }
  if (path === '-') {
    const sink = (event: JsonObject): void => void process.stdout.write(lineOf(event))
    return { options: { audit: { policy, sink } }, close: () => Promise.resolve() }
  }
  const out = openFile(path, flags)
  return { options: { audit: { policy, sink: (event) => out.write(lineOf(event)) } }, close: () => out.close() }
}

const lineOf = (event: JsonObject): string => `${stringifyJson(event)}\n`

const MEGABYTE = 1024 * 1024
const DAY = 86_400_000
/** The real server's default size of a log file, megabytes. */
const MAX_SIZE = 100

function openFile(path: string, flags: FlagValues): RotatedFile {
  try {
    return new RotatedFile(path, {
      maxBytes: (integer(flags, 'audit-log-maxsize') || MAX_SIZE) * MEGABYTE,
      maxBackups: integer(flags, 'audit-log-maxbackup') ?? 0,
      maxAge: (integer(flags, 'audit-log-maxage') ?? 0) * DAY,
      now: Date.now,
    })
  } catch (error) {
    throw new FlagError(`--audit-log-path ${path} cannot be opened: ${String(error)}`)
  }
}
