import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { qualifiedName } from '../../api/names.ts'
import { badRequest } from '../../api/status.ts'
import { stringifyJson } from '../../codec/encode.ts'
import { quote } from '../../api/go-format.ts'
import { addressOf } from '../../webhooks/address.ts'
import { CallFault, type WebhookAnswer, type WebhookCaller } from '../../webhooks/backend.ts'
import { exchange } from '../../webhooks/exchange.ts'
import { checkStatus } from '../../webhooks/response-status.ts'
import type { Lister } from '../admission.ts'
import { reviewOf } from './review.ts'
import { readVerdict, rethrowAsCallFailure } from './verdict.ts'
import type { Hook, ReviewedRequest, Verdict } from './webhook.ts'

/** The parts of a cluster that the call of a backend needs. */
export interface CallEnvironment {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly lister: Lister
  /** Calls a backend. It is absent on a host that cannot reach backends. */
  readonly callWebhook?: WebhookCaller | undefined
}

const DRY_RUN_SAFE: ReadonlySet<string> = new Set(['None', 'NoneOnDryRun'])

/**
 * Calls the backend of a hook, and passes on its warnings and audit annotations.
 * @throws CallFault, which `failurePolicy: Ignore` tolerates; badRequest when a dry run would have side effects
 */
export async function callHook(
  environment: CallEnvironment,
  reviewed: ReviewedRequest,
  mutating: boolean,
): Promise<Verdict> {
  const { request, invocation } = reviewed
  const { hook } = invocation
  if (request.dryRun && !DRY_RUN_SAFE.has(hook.sideEffects)) {
    throw badRequest(`admission webhook ${quote(hook.name)} does not support dry run`)
  }
  const verdict = await verdictOf(environment, reviewed, mutating)
  for (const [key, value] of Object.entries(verdict.auditAnnotations)) {
    const name = `${hook.name}/${key}`
    // The real server drops an annotation whose name is not qualified.
    if (!key.includes('/') && qualifiedName(name).length === 0) request.trace.annotate?.(name, String(value))
  }
  for (const text of verdict.warnings) request.warn(text)
  return verdict
}

async function verdictOf(environment: CallEnvironment, reviewed: ReviewedRequest, mutating: boolean): Promise<Verdict> {
  const { dialect, clock, lister, callWebhook } = environment
  const { hook } = reviewed.invocation
  const version = hook.reviewVersion
  if (version === undefined) {
    throw new CallFault(
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
  }
  const uid = clock.uuid()
  const body = stringifyJson(reviewOf(reviewed, uid, dialect))
  const { deadline } = reviewed.request
  const timeout = deadline === undefined ? hook.timeout : Math.min(hook.timeout, deadline - clock.elapsed())
  const limit = new AbortController()
  const stop = clock.after(timeout, () => limit.abort())
  try {
    const userAgent = dialect.spell('{system}-apiserver-admission')
    const address = addressed(hook, timeout, lister)
    const call = { ...address, body, userAgent, signal: limit.signal, hold: stop }
    const started = clock.elapsed()
    const answer = await answered(environment, callWebhook, call)
    traceCall(reviewed, { url: call.url, took: clock.elapsed() - started, body, answer })
    return await readVerdict(answer.body, { uid, version, mutating }, dialect)
  } finally {
    stop()
  }
}

/** The largest call whose bodies the record of a request holds: sent characters plus received bytes. */
const MAX_TRACED = 65_536

interface AnsweredCall {
  readonly url: string
  /** The duration of the call in milliseconds. */
  readonly took: number
  readonly body: string
  readonly answer: WebhookAnswer
}

/** Shows the call in the request's trace, when a reader follows the requests. */
function traceCall({ request, invocation }: ReviewedRequest, { url, took, body, answer }: AnsweredCall): void {
  if (request.trace.changedBy === undefined) return
  const isKept = body.length + answer.body.byteLength <= MAX_TRACED
  request.trace.stage(
    `webhook/${invocation.hook.name}`,
    `called ${url}: ${answer.status} in ${took.toFixed(1)} ms`,
    isKept ? () => ({ call: { url, request: readable(body), response: readable(answer.body) } }) : undefined,
  )
}

/** The value of a JSON text; another text as it is. */
function readable(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function addressed({ client }: Hook, timeout: number, lister: Lister) {
  try {
    return {
      ...addressOf(client, timeout, (namespace, name) => lister.get('services', namespace, name)),
      method: 'POST' as const,
    }
  } catch (error) {
    return rethrowAsCallFailure(error)
  }
}

async function answered(
  { clock }: CallEnvironment,
  caller: WebhookCaller | undefined,
  call: Parameters<typeof exchange>[1],
) {
  try {
    if (caller === undefined) throw new CallFault(`Post ${quote(call.url)}: this host cannot reach backends`)
    const answer = await exchange({ caller, clock }, call)
    await checkStatus(answer)
    return answer
  } catch (error) {
    return rethrowAsCallFailure(error)
  }
}
