import type { Members } from './json-path.ts'
import { filledValue, isMembers, matches, setValue, takeValue, valueAt } from './json-path.ts'

/** The reply of the webhook backend at one path of a case. */
export interface Hook {
  readonly path: string
  /** One reply, or several of which the first with a fitting `when` is given. */
  readonly respond?: Reply | readonly Reply[]
  /** Replies given in turn; the last one is repeated. */
  readonly responses?: readonly Reply[]
  readonly delayMs?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | null>>
}

/** At most one of `review`, `reply`, `convert`, `json` and `text` makes the body; without any it is empty. */
export interface Reply {
  /** Members of the request by their paths; null means that the member is absent. */
  readonly when?: Readonly<Record<string, unknown>>
  readonly delayMs?: number
  readonly status?: number
  /** The headers of the reply. Null removes a default header. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly gzip?: boolean
  /** Ends the connection without an answer. */
  readonly close?: boolean
  /** The `response` of an AdmissionReview. A `patch` that is a list becomes base64 of JSON. */
  readonly review?: Members
  /** Members beside the apiVersion and kind of the request. */
  readonly reply?: Members
  /** A ConversionReview: the operations for each desired version. */
  readonly convert?: Readonly<Record<string, readonly Operation[]>>
  readonly json?: unknown
  readonly text?: string
  /** Spaces appended to the body. */
  readonly pad?: number
  /** The `result` of a conversion; by default a success. */
  readonly result?: unknown
  /** The number of converted objects that are missing. */
  readonly drop?: number
  /** The number of surplus converted objects. */
  readonly extra?: number
  /** Whether the converted objects are in the opposite order. */
  readonly reverse?: boolean
  /** Whether the converted objects keep the version of the request. */
  readonly keepVersion?: boolean
  /** The uid in place of the uid of the request. */
  readonly uid?: string
  /** The apiVersion in place of the apiVersion of the request. */
  readonly reviewVersion?: string
}

/** Changes of an object in a conversion. They are made in the order of the members. */
interface Operation {
  readonly move?: readonly [from: string, to: string]
  readonly copy?: readonly [from: string, to: string]
  readonly set?: readonly [path: string, value: unknown]
  readonly remove?: string
  readonly join?: readonly [from: readonly string[], to: string, separator: string]
  readonly split?: readonly [from: string, to: readonly string[], separator: string]
}

const OPERATIONS: {
  readonly [Name in keyof Operation]-?: (object: Members, argument: NonNullable<Operation[Name]>) => void
} = {
  move(object, [from, to]) {
    const value = takeValue(object, from)
    if (value !== undefined) setValue(object, to, value)
  },
  copy(object, [from, to]) {
    const value = valueAt(object, from)
    if (value !== undefined) setValue(object, to, structuredClone(value))
  },
  set(object, [path, value]) {
    setValue(object, path, structuredClone(value))
  },
  remove(object, path) {
    takeValue(object, path)
  },
  join(object, [from, to, separator]) {
    const parts = from.map((path) => takeValue(object, path))
    if (parts.some((part) => part !== undefined)) setValue(object, to, parts.map((part) => part ?? '').join(separator))
  },
  split(object, [from, to, separator]) {
    const text = takeValue(object, from)
    if (typeof text !== 'string') return
    for (const [i, part] of text.split(separator).entries()) {
      const path = to[i]
      if (path) setValue(object, path, part)
    }
  },
}

function apply(object: Members, operation: Operation): void {
  for (const [name, argument] of Object.entries(operation)) {
    const change = OPERATIONS[name as keyof Operation] as (object: Members, argument: unknown) => void
    change(object, argument)
  }
}

function conversionReview(reply: Reply, request: Members): Members {
  const desired = String(valueAt(request, 'request.desiredAPIVersion') ?? '')
  const operations = reply.convert?.[desired.split('/').at(-1) ?? ''] ?? []
  let objects = structuredClone((valueAt(request, 'request.objects') ?? []) as Members[])
  for (const object of objects) {
    for (const operation of operations) apply(object, operation)
    if (!reply.keepVersion) object.apiVersion = desired
  }
  objects = objects.slice(reply.drop ?? 0)
  for (let i = 0; i < (reply.extra ?? 0); i++) objects.push(structuredClone(objects.at(-1) ?? {}))
  if (reply.reverse) objects.reverse()
  return {
    apiVersion: reply.reviewVersion ?? request.apiVersion,
    kind: 'ConversionReview',
    response: {
      uid: reply.uid ?? valueAt(request, 'request.uid'),
      convertedObjects: objects,
      result: reply.result ?? { status: 'Success' },
    },
  }
}

function admissionReview(review: Members, request: Members): Members {
  const response: Members = { uid: valueAt(request, 'request.uid'), ...review }
  if (Array.isArray(response.patch)) {
    response.patch = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(response.patch))))
    if (response.patchType === undefined) response.patchType = 'JSONPatch'
  }
  for (const key of ['patchType', 'uid']) if (response[key] === null) delete response[key]
  return { apiVersion: request.apiVersion, kind: request.kind, response }
}

/** The reply of a hook to a request. @param turn the number of earlier replies of the hook */
export function chosenReply(hook: Hook, request: unknown, turn: number): Reply {
  const { respond, responses, path: _path, ...defaults } = hook
  if (responses) return { ...defaults, ...responses[Math.min(turn, responses.length - 1)] }
  const replies: readonly Reply[] = [respond ?? {}].flat()
  return { ...defaults, ...replies.find(({ when }) => matches(request, when)) }
}

/** The body of a reply. `${uid}`, `${apiVersion}`, `${name}`, `${namespace}` and `${hookUrl}` are filled in. */
export function replyBody(reply: Reply, body: unknown, hookUrl: string): string {
  const request = isMembers(body) ? body : {}
  const variables = {
    uid: valueAt(request, 'request.uid'),
    apiVersion: request.apiVersion,
    name: valueAt(request, 'request.name'),
    namespace: valueAt(request, 'request.namespace'),
    hookUrl,
  }
  const padding = ' '.repeat(reply.pad ?? 0)
  const json = (value: unknown): string => JSON.stringify(value) + padding
  if (reply.review) return json(admissionReview(filledValue(reply.review, variables), request))
  if (reply.reply)
    return json({ apiVersion: request.apiVersion, kind: request.kind, ...filledValue(reply.reply, variables) })
  if (reply.convert) return json(conversionReview(reply, request))
  if (reply.json !== undefined) return json(filledValue(reply.json, variables))
  return filledValue(reply.text ?? '', variables) + padding
}
