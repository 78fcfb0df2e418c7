import { boundedNumber } from '../../worker/api/numbers.ts'
import type { HttpAnswer } from './handler.ts'
import type { DirectCall, HandlerApiRequest, HandlerFacts } from './sandbox/messages.ts'

// Functions that validate the values that a handler sends. Each throws an Error that says what is wrong.

const MAX_OWNED = 20
const VERBS = ['get', 'list', 'apply', 'patch', 'status', 'delete', 'event'] as const

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function members(value: unknown, what: string): Members {
  if (!isMembers(value)) throw new Error(`${what} must be an object`)
  return value
}

const isText = (value: unknown, most = 300): value is string => typeof value === 'string' && value.length <= most

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?'
const NAMESPACED = new RegExp(`^${LABEL}/${LABEL}(\\.${LABEL})*$`)
const COLLECTION = /^([a-z0-9.-]+\/)?v[a-z0-9]+\/[a-z0-9-]+$/

function namespaced(value: unknown, field: string): string {
  if (isText(value) && NAMESPACED.test(value)) return value
  throw new Error(`${field} must have the form namespace/name`)
}

function collection(value: unknown, field: string): string {
  if (isText(value) && COLLECTION.test(value)) return value
  throw new Error(`${field} must have the form apps/v1/deployments or v1/configmaps`)
}

/** The facts about a handler, from the text of its message `ready`. */
export function readFacts(text: string): HandlerFacts {
  const { kind, service, serviceAccount, watch, owns, lease } = members(JSON.parse(text), 'the handler')
  if (kind === 'webhook') return { kind, service: namespaced(service, 'service') }
  const account = namespaced(serviceAccount, 'serviceAccount')
  if (kind === 'script') return { kind, serviceAccount: account }
  if (kind !== 'controller') throw new Error('the kind of the handler is unknown')
  if (!Array.isArray(owns) || owns.length > MAX_OWNED)
    throw new Error(`owns must list at most ${MAX_OWNED} collections`)
  return {
    kind,
    serviceAccount: account,
    watch: collection(watch, 'watch'),
    owns: owns.map((one) => collection(one, 'owns')),
    ...(lease !== undefined && { lease: namespaced(lease, 'lease') }),
  }
}

/** A request of the handler to the API. */
export function readApiRequest(text: string): HandlerApiRequest {
  const {
    verb,
    collection: from,
    namespace,
    name,
    labelSelector,
    object,
    patch,
    force,
  } = members(JSON.parse(text), 'the request')
  const known = VERBS.find((one) => one === verb)
  if (known === undefined) throw new Error('the verb of the request is unknown')
  const texts = { namespace, name, labelSelector }
  for (const [field, value] of Object.entries(texts))
    if (value !== undefined && !isText(value)) throw new Error(`${field} must be a text of at most 300 characters`)
  return {
    verb: known,
    ...(from !== undefined && { collection: collection(from, 'the collection') }),
    ...(texts as Pick<HandlerApiRequest, 'namespace' | 'name' | 'labelSelector'>),
    object,
    patch,
    force: force === true,
  }
}

/** The answer of a webhook. */
export function readHttpAnswer(
  value: unknown,
): Required<Omit<HttpAnswer, 'headers'>> & { headers: [string, string][] } {
  const { status = 200, headers = {}, body } = members(value, 'the answer of the handler')
  if (typeof body !== 'string') throw new Error('the body of the answer must be a text')
  if (!Number.isInteger(status)) throw new Error('the status of the answer must be an integer')
  const pairs = Object.entries(members(headers, 'the headers of the answer'))
  return { status: boundedNumber(status), headers: pairs.map(([name, text]) => [name, String(text)]), body }
}

/** The records of webhook calls that did not pass through the page. */
export function readDirectCalls(text: string): DirectCall[] {
  const calls: unknown = JSON.parse(text)
  if (!Array.isArray(calls)) throw new Error('the calls must be a list')
  return calls.map((call) => {
    const { method, url, body, answer, verdict, isFault, at, duration } = members(call, 'a call')
    const texts = { method, url, body, answer, verdict }
    for (const [field, value] of Object.entries(texts))
      if (typeof value !== 'string') throw new Error(`${field} must be a text`)
    return {
      ...(texts as Record<keyof typeof texts, string>),
      isFault: isFault === true,
      at: boundedNumber(at),
      duration: boundedNumber(duration),
    }
  })
}
