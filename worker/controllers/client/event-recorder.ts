import type { ApiObject } from '../../api/object.ts'
import { StatusError, wasRefused } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import { type CorrelatedEvent, EventCorrelator } from './event-correlator.ts'
import { EVENTS } from '../kinds.ts'
import type { ObjectClient } from './object-client.ts'

/** Records events of one component. A repeated event raises the count of the first one, as in client-go's recorder. */
export interface EventRecorder {
  event(object: ApiObject, type: EventType, reason: string, message: string): void
  /** Records an event about a field of an object. */
  fieldEvent(field: ObjectField, type: EventType, reason: string, message: string): void
}

export type EventType = 'Normal' | 'Warning'

export interface ObjectField {
  readonly object: ApiObject
  /** The path of the field, such as `spec.containers{web}`. */
  readonly fieldPath: string
}

/** The origin of events that the manager does not write in its own name. */
export interface EventSource {
  /** The user who writes the events: a template of the dialect. */
  readonly user: string
  readonly host?: string
}

interface RecorderOptions {
  readonly component: string
  readonly host: string | undefined
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/**
 * A recorder that writes one event after the other. As client-go's recorder does, it drops an event that the server
 * refuses.
 */
export function eventRecorder({ component, host, objects, clock, report }: RecorderOptions): EventRecorder {
  const correlator = new EventCorrelator()
  const nextSuffix = nameSuffixes(clock)
  let queue: Promise<unknown> = Promise.resolve()

  function record(
    { object, fieldPath }: Partial<ObjectField> & Pick<ObjectField, 'object'>,
    type: EventType,
    reason: string,
    message: string,
  ): void {
    const now = clock.now()
    const time = formatTime(now)
    const { name = '', namespace = '', uid = '', resourceVersion } = object.metadata ?? {}
    const { kind = '', apiVersion = '' } = object
    const correlated = correlator.correlate({
      subject: [component, kind, apiVersion, namespace, name, uid, fieldPath].join('\0'),
      type,
      reason,
      message,
      name: `${name}.${nextSuffix(now)}`,
      namespace: namespace === '' ? 'default' : namespace,
      at: now,
      time,
    })
    if (correlated === undefined) return
    const event = {
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: { kind, apiVersion, name, namespace, uid, resourceVersion, fieldPath },
      reason,
      source: { component, host },
      lastTimestamp: time,
      type,
      reportingComponent: component,
      reportingInstance: host,
    }
    queue = queue
      .then(() => writeEvent(objects, event, correlated))
      .catch((error: unknown) => {
        if (!(error instanceof StatusError)) report(error)
      })
  }

  return {
    event: (object, type, reason, message) => record({ object }, type, reason, message),
    fieldEvent: record,
  }
}

/** Returns a function that makes ascending nanoseconds in hexadecimal. The clock counts milliseconds, so the rest is random. */
function nameSuffixes(clock: Clock): (now: number) => string {
  let last = 0n
  return (now) => {
    const fraction = BigInt(clock.random(500_000)) + 1n
    const time = BigInt(now) * 1_000_000n
    last = time > last ? time + fraction : last + fraction
    return last.toString(16)
  }
}

async function writeEvent(objects: ObjectClient, event: ApiObject, correlated: CorrelatedEvent): Promise<void> {
  const { name, namespace, count, message, firstTimestamp } = correlated
  const lastTimestamp = event['lastTimestamp'] ?? ''
  if (count > 1) {
    try {
      await objects.patch(EVENTS, { namespace, name }, 'strategic', { count, lastTimestamp, message })
      return
    } catch (error) {
      if (!wasRefused(error, 'NotFound')) throw error
    }
  }
  await objects.create(EVENTS, { ...event, metadata: { name, namespace }, message, count, firstTimestamp })
}
