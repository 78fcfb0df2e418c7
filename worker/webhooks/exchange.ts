import { numberOfText } from '../api/numbers.ts'
import type { Clock } from '../clock/clock.ts'
import { CallFault, UnreadableAnswer, type WebhookAnswer, type WebhookCall, type WebhookCaller } from './backend.ts'
import { errorMessage } from '../runtime/error-message.ts'
import { pauseFor } from '../runtime/on-abort.ts'

/** The limits of the webhook client in the real server. */
const MAX_REDIRECTS = 10
const MAX_RETRIES = 10

const DEADLINE = 'context deadline exceeded'

interface Network {
  readonly caller: WebhookCaller
  readonly clock: Clock
}

/**
 * Makes a call, follows redirects, and retries after `Retry-After` (reference/webhooks.md 10), until `call.signal`
 * aborts.
 * @throws CallFault with the message of the webhook client in the real server
 */
export async function exchange(network: Network, call: WebhookCall): Promise<WebhookAnswer> {
  for (let retry = 0; ; retry++) {
    const answer = await followed(network, call)
    const wait = retry < MAX_RETRIES ? retryAfter(answer) : undefined
    if (wait === undefined) return answer
    if (!(await sleepUnlessAborted(network.clock, wait * 1000, call.signal))) throw posting(call.url, DEADLINE)
  }
}

const posting = (url: string, why: string): CallFault => new CallFault(`Post ${JSON.stringify(url)}: ${why}`)

/** The wait in seconds before the next attempt; undefined when the answer is final. */
function retryAfter(answer: WebhookAnswer): number | undefined {
  const { status } = answer
  if (status !== 429 && (status < 500 || status > 599)) return undefined
  const given = answer.header('retry-after') ?? ''
  return /^[+-]?\d+$/.test(given) ? Math.max(0, numberOfText(given)) : undefined
}

/** Waits for `ms` milliseconds; false when the signal aborts earlier. */
export function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return pauseFor(ms, (time, task) => clock.after(time, task), signal).then(
    () => true,
    () => false,
  )
}

async function followed(network: Network, first: WebhookCall): Promise<WebhookAnswer> {
  let call = first
  for (let hops = 1; ; hops++) {
    const answer = await once(network, call)
    const location = answer.header('location') ?? ''
    if (!isRedirect(answer.status) || location === '') return answer
    if (hops >= MAX_REDIRECTS) throw posting(location, `stopped after ${MAX_REDIRECTS} redirects`)
    call = redirected(call, answer.status, location)
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

function redirected(call: WebhookCall, status: number, location: string): WebhookCall {
  const { body, dial, authorization, certificate, ...rest } = call
  const from = new URL(call.url)
  let to: URL
  try {
    to = new URL(location, from)
  } catch {
    throw posting(
      call.url,
      `failed to parse Location header ${JSON.stringify(location)}: parse ${JSON.stringify(location)}`,
    )
  }
  // The address of a service is valid only for the host name of the service.
  const isSame = to.origin === from.origin
  const keeps = dial !== undefined && to.host === from.host
  const url = location.includes('://') ? location : to.href
  const isPost = status === 307 || status === 308
  return {
    ...rest,
    url,
    method: isPost ? call.method : 'GET',
    ...(isPost && body !== undefined && { body }),
    ...(keeps && { dial }),
    // The credentials are for the service that a flag names, and not for an address to which the service redirects.
    ...(isSame && authorization !== undefined && { authorization }),
    ...(isSame && certificate !== undefined && { certificate }),
  }
}

async function once({ caller }: Network, call: WebhookCall): Promise<WebhookAnswer> {
  try {
    return await caller(call)
  } catch (error) {
    if (error instanceof UnreadableAnswer) {
      const why = 'unexpected error when reading response body. Please retry. Original error'
      throw new CallFault(`${why}: ${error.message}`)
    }
    if (call.signal.aborted) throw posting(call.url, DEADLINE)
    throw posting(call.url, errorMessage(error))
  }
}
