import type { HeaderValue, SentRequest, Step, WatchLimit } from './case.ts'
import { filled, isMembers } from './json-path.ts'
import { RECORDED_EVENTS_MS } from './stream-end.ts'
import { RECORDED_PORT } from './webhook-backend.ts'

export type Variables = Readonly<Record<string, string>>

/** The request of a step, with the variables of its case filled in. */
export function requestOf(step: Step, variables: Variables): SentRequest {
  const body = bodyOf(step, variables)
  const headers = { ...step.headers } as Record<string, HeaderValue>
  if (step.as !== undefined) headers.Authorization = step.as === null ? null : `Bearer ${step.as}-token`
  if (step.impersonate) headers['Impersonate-User'] = step.impersonate
  if (body !== undefined) headers['Content-Type'] ??= step.type ?? 'application/json'
  return {
    method: step.method ?? 'GET',
    path: filled(step.path ?? '', variables),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filledHeader(value, variables)])),
    body,
    watch: watchLimit(step),
    cert: step.cert,
  }
}

/**
 * The limit of a step's stream. The stream is read until every recorded event arrived, so that no event is missed on a
 * busy machine.
 */
function watchLimit({ watch, expect }: Step): WatchLimit | undefined {
  if (watch === undefined) return undefined
  const events = isMembers(expect) && Array.isArray(expect.events) ? expect.events.length : 0
  if (watch.count === undefined || events < watch.count) return { ...watch, least: events }
  return { ms: RECORDED_EVENTS_MS, count: events }
}

function bodyOf({ b64, body }: Step, variables: Variables): string | Uint8Array | undefined {
  if (b64) return Buffer.from(b64, 'base64')
  if (body === undefined) return undefined
  const text = filled(typeof body === 'string' ? body : JSON.stringify(body), variables)
  return variables.hookPort === undefined ? text : text.replaceAll(String(RECORDED_PORT), variables.hookPort)
}

function filledHeader(value: HeaderValue, variables: Variables): HeaderValue {
  if (value === null) return null
  return typeof value === 'string' ? filled(value, variables) : value.map((one) => filled(one, variables))
}
