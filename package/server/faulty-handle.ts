import type { ApiResponse, ByteStream, Handle } from '../../worker/api/exchange.ts'
import { ConnectionCut, isByteStream } from '../../worker/api/exchange.ts'
import { failure, type StatusReason } from '../../worker/api/status.ts'
import type { FaultList } from './fault-list.ts'
import type { Fault } from './faults.ts'
import type { SubjectHandle } from './request-subject.ts'

/** The reasons that Kubernetes clients test for, by status. */
const REASONS: Readonly<Record<number, StatusReason>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

const LINE_FEED = 10

/** A handle that applies the faults of a list to its requests. */
export function faultyHandle(handle: Handle, faults: FaultList): SubjectHandle {
  return async (request, subject) => {
    const fault = subject && faults.take(subject)
    if (fault === undefined) return handle(request)
    if (fault.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay))
    if (fault.status === 'cut') throw new ConnectionCut('a fault cut the connection')
    if (fault.status !== undefined) return faultAnswer(fault, fault.status)
    const response = await handle(request)
    const { afterEvents } = fault
    return afterEvents === undefined || !isByteStream(response.body)
      ? response
      : { ...response, body: shortened(response.body, afterEvents) }
  }
}

function faultAnswer({ message, retryAfter }: Fault, code: number): ApiResponse {
  const { status } = failure({
    code,
    reason: REASONS[code] ?? '',
    message: message ?? `a fault answers ${code}`,
    details: retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter },
  })
  return {
    status: code,
    headers: [
      ['Content-Type', 'application/json'],
      ...(retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as const]),
    ],
    body: new TextEncoder().encode(`${JSON.stringify(status)}\n`),
  }
}

/** A watch that ends after some events, as when its connection is lost. */
function shortened(stream: ByteStream, events: number): ByteStream {
  let left = events
  return {
    start(sink) {
      if (left === 0) {
        stream.stop()
        return sink.end()
      }
      stream.start({
        ...sink,
        backlog: () => sink.backlog(),
        end: () => sink.end(),
        write(chunk) {
          if (left <= 0) return
          const end = endOfEvents(chunk, left)
          left -= end.events
          sink.write(chunk.subarray(0, end.offset))
          if (left > 0) return
          stream.stop()
          sink.end()
        },
      })
    },
    stop: () => stream.stop(),
  }
}

/** The end of at most `wanted` events. Each event is one line. */
function endOfEvents(chunk: Uint8Array, wanted: number): { readonly events: number; readonly offset: number } {
  let events = 0
  for (let i = 0; i < chunk.length; i++) {
    if (chunk[i] !== LINE_FEED) continue
    events++
    if (events === wanted) return { events, offset: i + 1 }
  }
  return { events, offset: chunk.length }
}
