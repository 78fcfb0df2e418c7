import type { ApiResponse } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import type { VirtualClock } from '../../worker/clock/virtual-clock.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { Draft } from './requests.ts'

/** Real milliseconds after which a request hangs: more than the longest waits of the server take on the virtual clock. */
const PATIENCE = 20_000

/** Sends one request and advances the clock while it waits. Undefined when no answer comes. */
export async function exchange(
  api: ApiServer,
  clock: VirtualClock,
  { method, url, headers, body }: Draft,
): Promise<{ response: ApiResponse; text: string } | undefined> {
  const gone = new AbortController()
  let response: ApiResponse | undefined
  const progress = { over: false }
  const pending = api
    .handle({ method, url, headers: new Map(Object.entries(headers)), ...(body && { body }), signal: gone.signal })
    .then((answer) => (response = answer))
    .finally(() => (progress.over = true))
    .catch(() => undefined)
  const started = performance.now()
  await Promise.race([pending, turn()])
  while (!progress.over && performance.now() - started < PATIENCE) {
    clock.advance(100)
    await turn()
  }
  const text = response === undefined ? '' : read(response)
  gone.abort()
  return response && { response, text }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

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
