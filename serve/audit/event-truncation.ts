import { isObject, stringOrEmpty, type JsonObject } from '../../worker/api/json.ts'
import { sortedKeys } from '../../worker/api/byte-order.ts'
import { jsonLine } from './event-lines.ts'
import type { AuditBackend, ReportLoss } from './audit-backend.ts'

export interface TruncationOptions {
  /** Bytes of an event as a line of JSON. */
  readonly maxEventSize: number
  readonly maxBatchSize: number
  /** The annotation of events that lack their objects. */
  readonly annotation: string
}

/** Removes the objects of events that are too large, and reports events that are too large without them. */
export function truncating(
  backend: AuditBackend,
  { maxEventSize, maxBatchSize, annotation }: TruncationOptions,
  report: ReportLoss,
): AuditBackend {
  return {
    async process(events) {
      const lost: JsonObject[] = []
      const batches: JsonObject[][] = []
      let room = 0
      for (const given of events) {
        const event = sizeOf(given) > maxEventSize && hasObjects(given) ? withoutObjects(given, annotation) : given
        const size = sizeOf(event)
        if (size > maxEventSize) {
          lost.push(event)
          continue
        }
        if (batches.length === 0 || size > room) {
          batches.push([])
          room = maxBatchSize
        }
        room -= size
        batches.at(-1)?.push(event)
      }
      let areStored = true
      for (const batch of batches) areStored = (await backend.process(batch)) && areStored
      if (lost.length > 0) report('truncate', 'event is too large even after truncating', lost)
      return areStored
    },
    close: () => backend.close(),
  }
}

const sizeOf = (event: JsonObject): number => Buffer.byteLength(jsonLine(event))

/** Events of lower levels have no objects. */
const hasObjects = ({ level }: JsonObject): boolean => ['Request', 'RequestResponse'].includes(stringOrEmpty(level))

function withoutObjects(event: JsonObject, annotation: string): JsonObject {
  const { requestObject: _request, responseObject: _response, annotations, ...rest } = event
  const all: JsonObject = { ...(isObject(annotations) && annotations), [annotation]: 'true' }
  return { ...rest, annotations: Object.fromEntries(sortedKeys(all).map((key) => [key, all[key] ?? null])) }
}
