import { readFileSync } from 'node:fs'
import { aggregateText } from '../../worker/api/go-format.ts'
import type { Json } from '../../worker/api/json.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import type { ApiServerOptions } from '../../worker/server/api-server.ts'
import type { RemoteService } from '../../worker/webhooks/remote-post.ts'
import { dialectOf } from '../dialect-flag.ts'
import type { FlagValues } from '../flags.ts'
import { duration, enabled, FlagError, integer, text } from '../flags.ts'
import { readRemoteService } from '../remote-service.ts'
import { RotatedFile } from '../rotated-file.ts'
import { callWebhook } from '../webhook-caller.ts'
import { ignoringErrors, unionOf, type AuditBackend, type ReportLoss } from './audit-backend.ts'
import { backendOptions, type BackendOptions } from './backend-options.ts'
import { EventBuffer } from './event-buffer.ts'
import { jsonLine, legacyLine } from './event-lines.ts'
import { truncating } from './event-truncation.ts'
import { eventWebhook } from './event-webhook.ts'

export interface AuditLog {
  readonly options: Pick<ApiServerOptions, 'audit'>
  /** Resolves after every event is stored; at once without a backend. */
  close(): Promise<void>
}

/**
 * Opens the backends of audit events: the log of `--audit-log-path` and the service of `--audit-webhook-config-file`. Without
 * both the events are kept in memory; without a policy there are no events.
 * @throws FlagError
 */
export async function openAuditLog(flags: FlagValues, report: ReportLoss): Promise<AuditLog> {
  const openers = backendOpeners(flags, report)
  const policyFile = text(flags, 'audit-policy-file')
  if (policyFile === undefined) return { options: {}, close: () => Promise.resolve() }
  const policy = await readPolicy(policyFile)
  const [first, second] = openers.map((open) => open())
  if (first === undefined) return { options: { audit: { policy } }, close: () => Promise.resolve() }
  const backend = second === undefined ? first : unionOf(first, second)
  return { options: { audit: { policy, sink: (event) => backend.process([event]) } }, close: () => backend.close() }
}

async function readPolicy(file: string): Promise<Json> {
  const { value } = await readYaml(readFileSync(file)).catch((error: unknown) => {
    throw new FlagError(`--audit-policy-file ${file} cannot be read: ${String(error)}`)
  })
  return value
}

/** Checks the flags of the backends. The returned functions open them, the log first. */
function backendOpeners(flags: FlagValues, report: ReportLoss): (() => AuditBackend)[] {
  const faults: string[] = []
  const refuse = (why: string): void => void faults.push(why)
  const apiVersion = dialectOf(flags).spell('audit.{domain}/v1')
  const wrapped = (backend: AuditBackend, options: BackendOptions): AuditBackend => wrap(backend, options, report)
  const [path, webhookFile] = [text(flags, 'audit-log-path') ?? '', text(flags, 'audit-webhook-config-file') ?? '']
  const openers: (() => AuditBackend)[] = []
  if (path !== '') {
    const options = backendOptions(flags, 'log', apiVersion, refuse)
    checkLog(flags, refuse)
    openers.push(() => wrapped(logBackend(path, flags), options))
  }
  if (webhookFile !== '') {
    const options = backendOptions(flags, 'webhook', apiVersion, refuse)
    openers.push(() => wrapped(webhookBackend(webhookFile, { flags, apiVersion, report }), options))
  }
  if (faults.length > 0) throw new FlagError(aggregateText(faults))
  return openers
}

function wrap(backend: AuditBackend, { mode, batch, truncation }: BackendOptions, report: ReportLoss): AuditBackend {
  const moded = mode === 'batch' ? new EventBuffer(backend, batch, systemClock, report) : backend
  const inner = mode === 'blocking' ? ignoringErrors(moded) : moded
  return truncation === undefined ? inner : truncating(inner, truncation, report)
}

/** The real server's default of `--audit-webhook-initial-backoff`, milliseconds. */
const FIRST_WAIT = 10_000

interface WebhookContext {
  readonly flags: FlagValues
  readonly apiVersion: string
  readonly report: ReportLoss
}

function webhookBackend(file: string, { flags, apiVersion, report }: WebhookContext): AuditBackend {
  const waitFlag = (['audit-webhook-initial-backoff', 'audit-webhook-batch-initial-backoff'] as const).find((name) =>
    flags.has(name),
  )
  const firstWait = waitFlag === undefined ? FIRST_WAIT : duration(flags, waitFlag)
  const environment = { clock: systemClock, callWebhook }
  return eventWebhook({ service: readService(file), apiVersion, firstWait }, environment, report)
}

function readService(file: string): RemoteService {
  try {
    return readRemoteService(file)
  } catch (error) {
    throw error instanceof FlagError ? new FlagError(`initializing audit webhook: ${error.message}`) : error
  }
}

const FORMATS = new Map([
  ['legacy', legacyLine],
  ['json', jsonLine],
])

const NOT_NEGATIVE = ['audit-log-maxage', 'audit-log-maxbackup', 'audit-log-maxsize'] as const

function checkLog(flags: FlagValues, refuse: (why: string) => void): void {
  const format = text(flags, 'audit-log-format') ?? 'json'
  if (!FORMATS.has(format))
    refuse(`invalid audit log format ${format}, allowed formats are "${[...FORMATS.keys()].join(',')}"`)
  for (const name of NOT_NEGATIVE) {
    const value = integer(flags, name) ?? 0
    if (value < 0) refuse(`--${name} ${value} can't be a negative number`)
  }
}

/** Each event is one line; the path `-` is standard output. */
function logBackend(path: string, flags: FlagValues): AuditBackend {
  const lineOf = FORMATS.get(text(flags, 'audit-log-format') ?? '') ?? jsonLine
  const out = path === '-' ? undefined : openFile(path, flags)
  return {
    process(events) {
      for (const event of events) (out ?? process.stdout).write(lineOf(event))
      return true
    },
    close: () => out?.close() ?? Promise.resolve(),
  }
}

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
      compresses: enabled(flags, 'audit-log-compress'),
      now: Date.now,
    })
  } catch (error) {
    throw new FlagError(`--audit-log-path ${path} cannot be opened: ${String(error)}`)
  }
}
