import type { FlagName, FlagValues } from '../flags.ts'
import { duration, enabled, integer, text } from '../flags.ts'
import type { BatchOptions } from './event-buffer.ts'
import type { TruncationOptions } from './event-truncation.ts'

type Plugin = 'log' | 'webhook'

const MODES = ['batch', 'blocking', 'blocking-strict'] as const
type Mode = (typeof MODES)[number]

/** The options that the log and the webhook have in common. */
export interface BackendOptions {
  readonly mode: Mode
  readonly batch: BatchOptions
  /** The limits of events; undefined when the server truncates none. */
  readonly truncation: TruncationOptions | undefined
}

interface Defaults extends Pick<BatchOptions, 'maxSize' | 'maxWait' | 'overlaps'> {
  readonly mode: Mode
  readonly throttles: boolean
  readonly qps: number
  readonly burst: number
}

const BUFFER_SIZE = 10_000
const DEFAULTS: Readonly<Record<Plugin, Defaults>> = {
  log: { mode: 'blocking', maxSize: 1, maxWait: 0, throttles: false, qps: 0, burst: 0, overlaps: false },
  webhook: { mode: 'batch', maxSize: 400, maxWait: 30_000, throttles: true, qps: 10, burst: 15, overlaps: true },
}

const MAX_EVENT_SIZE = 100 * 1024
const MAX_BATCH_SIZE = 10 * 1024 * 1024

/**
 * Reads the flags of one backend.
 * @param apiVersion the group and version of audit events
 * @param refuse receives what is wrong, in the words of the real server
 */
export function backendOptions(
  flags: FlagValues,
  plugin: Plugin,
  apiVersion: string,
  refuse: (why: string) => void,
): BackendOptions {
  const usual = DEFAULTS[plugin]
  const mode = text(flags, `audit-${plugin}-mode`) ?? usual.mode
  const known = MODES.find((one) => one === mode)
  if (known === undefined) refuse(`invalid audit ${plugin} mode ${mode}, allowed modes are "${MODES.join(',')}"`)
  const batch = batchOptions(flags, plugin, (why) => {
    if (known === 'batch') refuse(why)
  })
  const truncation = truncationOptions(flags, plugin, `${apiVersion.split('/')[0]}/truncated`, refuse)
  checkVersion(text(flags, `audit-${plugin}-version`) ?? apiVersion, apiVersion, refuse)
  return {
    mode: known ?? usual.mode,
    batch,
    truncation: enabled(flags, `audit-${plugin}-truncate-enabled`) ? truncation : undefined,
  }
}

function batchOptions(flags: FlagValues, plugin: Plugin, refuse: (why: string) => void): BatchOptions {
  const usual = DEFAULTS[plugin]
  const [throttle, wait]: FlagName[] = [`audit-${plugin}-batch-throttle-enable`, `audit-${plugin}-batch-max-wait`]
  const limits: [name: string, value: number][] = [
    ['buffer size', integer(flags, `audit-${plugin}-batch-buffer-size`) ?? BUFFER_SIZE],
    ['max batch size', integer(flags, `audit-${plugin}-batch-max-size`) ?? usual.maxSize],
    ['throttle QPS', integer(flags, `audit-${plugin}-batch-throttle-qps`) ?? usual.qps],
    ['throttle burst', integer(flags, `audit-${plugin}-batch-throttle-burst`) ?? usual.burst],
  ]
  const throttles = throttle !== undefined && flags.has(throttle) ? enabled(flags, throttle) : usual.throttles
  const wrong = limits.slice(0, throttles ? 4 : 2).find(([, value]) => value <= 0)
  if (wrong !== undefined) refuse(`invalid audit batch ${plugin} ${wrong.join(' ')}, must be a positive number`)
  const [bufferSize = 0, maxSize = 0, qps = 0, burst = 0] = limits.map(([, value]) => value)
  return {
    bufferSize,
    maxSize,
    maxWait: wait !== undefined && flags.has(wait) ? duration(flags, wait) : usual.maxWait,
    rate: throttles ? { qps, burst } : undefined,
    overlaps: usual.overlaps,
  }
}

function truncationOptions(
  flags: FlagValues,
  plugin: Plugin,
  annotation: string,
  refuse: (why: string) => void,
): TruncationOptions {
  const maxEventSize = integer(flags, `audit-${plugin}-truncate-max-event-size`) ?? MAX_EVENT_SIZE
  const maxBatchSize = integer(flags, `audit-${plugin}-truncate-max-batch-size`) ?? MAX_BATCH_SIZE
  const start = `invalid audit truncate ${plugin} max`
  if (maxEventSize <= 0) refuse(`${start} event size ${maxEventSize}, must be a positive number`)
  else if (maxBatchSize < maxEventSize)
    refuse(`${start} batch size ${maxBatchSize}, must be greater than max event size (${maxEventSize})`)
  return { maxEventSize, maxBatchSize, annotation }
}

function checkVersion(given: string, only: string, refuse: (why: string) => void): void {
  if (given.split('/').length > 2) refuse(`unexpected GroupVersion string: ${given}`)
  else if (given !== only) refuse(`invalid group version, allowed versions are ["${only}"]`)
}
