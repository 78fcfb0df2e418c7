import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { ApiServerOptions } from '../worker/apiserver.ts'
import { stringifyJson } from '../worker/codec/encode.ts'
import { readYaml } from '../worker/codec/yaml-reader.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, text } from './flags.ts'

export interface AuditLog {
  readonly options: Pick<ApiServerOptions, 'audit'>
  /** Resolves once every event is in the file. */
  close(): Promise<void>
}

/**
 * What `--audit-policy-file` and `--audit-log-path` ask for: a line of JSON for each event, appended; `-` is standard
 * output. Without a path the events are kept in memory, without a policy there are none.
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
  const out = path === '-' ? process.stdout : await append(path)
  return {
    options: { audit: { policy, sink: (event) => void out.write(`${stringifyJson(event)}\n`) } },
    async close() {
      if (out !== process.stdout) await new Promise<void>((resolve) => out.end(resolve))
    },
  }
}

async function append(path: string): Promise<Writable> {
  const out = createWriteStream(path, { flags: 'a', mode: 0o600 })
  await once(out, 'open').catch((error: unknown) => {
    throw new FlagError(`--audit-log-path ${path} cannot be opened: ${String(error)}`)
  })
  out.on('error', (error) => console.error(`The audit log ${path} cannot be written: ${error.message}`))
  return out
}
