import type { ApiResponse } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import type { VirtualClock } from '../../worker/clock/virtual-clock.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { Draft } from './requests.ts'
import { processTime, turnMeter, type TurnMeter } from './turn-meter.ts'

/**
 * Milliseconds of CPU time after which a request counts as hanging. The longest waits of the server take less on the virtual
 * clock. The wall clock would also count the time of other processes.
 */
const PATIENCE = 60_000

export interface Exchanged {
  readonly response: ApiResponse
  readonly text: string
}

/** Sends one request and advances the clock while it waits. Undefined when no answer comes. */
export async function exchange(
  api: Pick<ApiServer, 'handle'>,
  clock: VirtualClock,
  { method, url, headers, body }: Draft,
  meter: TurnMeter = turnMeter(),
): Promise<Exchanged | undefined> {
  const gone = new AbortController()
  meter.start()
  const response = await waited(
    clock,
    api.handle({ method, url, headers: new Map(Object.entries(headers)), ...(body && { body }), signal: gone.signal }),
    meter,
  )
  const text = response === undefined ? '' : read(response)
  gone.abort()
  return response && { response, text }
}

/** The result of `pending`, while the clock advances. Undefined when it rejects or takes too long. */
export async function waited<T>(
  clock: VirtualClock,
  pending: Promise<T>,
  meter: TurnMeter = turnMeter(),
): Promise<T | undefined> {
  const progress: { over: boolean; result?: T } = { over: false }
  const settled = pending
    .then((result) => void (progress.result = result))
    .catch(() => undefined)
    .finally(() => (progress.over = true))
  const started = processTime()
  await Promise.race([settled, turn()])
  meter.turned()
  while (!progress.over && processTime() - started < PATIENCE) {
    clock.advance(100)
    await turn()
    meter.turned()
  }
  return progress.result
}

/** The next turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** The body; of a stream the part that it sends at once. */
function read({ body }: ApiResponse): string {
  if (!isByteStream(body)) return new TextDecoder('latin1').decode(body)
  let text = ''
  body.start({
    write: (chunk) => void (text += new TextDecoder('latin1').decode(chunk)),
    end: () => undefined,
    backlog: () => 0,
  })
  body.stop()
  return text
}
