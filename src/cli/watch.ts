import { boundedNumber } from '../../worker/api/numbers.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import type { Status } from './failure.ts'
import { ServerError } from './failure.ts'
import type { HostResponse } from './host.ts'
import { hasTimedOut } from './request-signal.ts'

export interface WatchEvent {
  readonly type: string
  readonly object: JsonObject
}

/** The server ended a watch with an error event. */
export class WatchEnded extends ServerError {}

/**
 * The events of a watch, without bookmarks, until the server ends it or `signal` aborts with a `TimeoutError`.
 * @throws WatchEnded for an error event, and the reason of every other abort
 */
export async function* watchEvents(response: HostResponse, signal: AbortSignal): AsyncGenerator<WatchEvent> {
  for await (const line of lines(response, signal)) {
    const event = readJson(line).value
    if (!isObject(event) || !isObject(event.object) || event.type === 'BOOKMARK') continue
    if (event.type === 'ERROR') throw new WatchEnded(statusOf(event.object))
    yield { type: String(event.type), object: event.object }
  }
}

function statusOf(object: JsonObject): Status {
  return {
    message: String(object.message ?? ''),
    reason: String(object.reason ?? ''),
    code: boundedNumber(object.code ?? 0),
  }
}

async function* lines(response: HostResponse, signal: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) if (part !== '') yield part
    }
  } catch (error) {
    if (!hasTimedOut(signal)) throw error
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
