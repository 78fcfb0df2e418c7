import type { ApiObject } from '../api/object.ts'
import { StatusError, wasRefused } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import { formatTime } from '../clock/clock.ts'
import type { EventRecorder, Objects } from './controller.ts'
import { EventCorrelation, type Said } from './event-correlation.ts'
import { EVENTS } from './kinds.ts'

interface Surroundings {
  readonly objects: Objects
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

interface Speaker {
  readonly component: string
  readonly host?: string | undefined
}

/** Writes what it is told one after the other. What is refused is not told again: the real recorder drops it as well. */
export function eventRecorder({ component, host }: Speaker, { objects, clock, report }: Surroundings): EventRecorder {
  const correlation = new EventCorrelation()
  let writing: Promise<unknown> = Promise.resolve()
  let named = 0n

  async function write(event: ApiObject, said: Said): Promise<void> {
    const { name, namespace, count, message } = said
    const lastTimestamp = event['lastTimestamp'] ?? ''
    if (count > 1) {
      try {
        await objects.patch(EVENTS, { namespace, name }, 'strategic', { count, lastTimestamp, message })
        return
      } catch (error) {
        if (!wasRefused(error, 'NotFound')) throw error
      }
    }
    const { firstTimestamp } = said
    await objects.create(EVENTS, { ...event, metadata: { name, namespace }, message, count, firstTimestamp })
  }

  /** A later event has a later name, as with a clock that counts them. */
  function nanoseconds(now: number): bigint {
    const fraction = BigInt(clock.random(500_000)) + 1n
    const time = BigInt(now) * 1_000_000n
    named = time > named ? time + fraction : named + fraction
    return named
  }

  return {
    event(about, type, reason, message, fieldPath) {
      const now = clock.now()
      const time = formatTime(now)
      const { name = '', namespace = '', uid = '', resourceVersion } = about.metadata ?? {}
      const { kind = '', apiVersion = '' } = about
      const involvedObject = { kind, apiVersion, name, namespace, uid, resourceVersion, fieldPath }
      const said = correlation.say({
        about: [component, kind, apiVersion, namespace, name, uid, fieldPath].join('\0'),
        type,
        reason,
        message,
        name: `${name}.${nanoseconds(now).toString(16)}`,
        namespace: namespace === '' ? 'default' : namespace,
        at: now,
        time,
      })
      if (said === undefined) return
      const event = {
        kind: 'Event',
        apiVersion: 'v1',
        involvedObject,
        reason,
        source: { component, host },
        lastTimestamp: time,
        type,
        reportingComponent: component,
        reportingInstance: host,
      }
      writing = writing
        .then(() => write(event, said))
        .catch((error: unknown) => {
          if (!(error instanceof StatusError)) report(error)
        })
    },
  }
}
