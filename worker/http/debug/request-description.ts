import type { Attributes, Authorizer, RuleCheck } from '../../authorization/authorizer.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { RequestRing } from '../../observability/request-ring.ts'
import type { Content, RequestRecord, TraceStage } from '../../observability/trace.ts'
import type { Difference } from '../../patch/json-differences.ts'
import type { RequestInfo } from '../request-info.ts'
import type { DebugReader } from './debug-access.ts'
import { readableBody, readableHeaders, type ReadableBody } from './readable-content.ts'
import { isSecret, MASK, maskDifferences } from './secret-mask.ts'

export interface RequestSource {
  readonly ring: Pick<RequestRing, 'records' | 'contentOf' | 'follow'>
  readonly authorizer: Authorizer
  readonly dialect: Dialect
}

/** One request as `/debug/requests?id=` returns it. */
export interface RequestDescription extends RequestRecord {
  /** The rules nearest to the request, as they are now; empty when the reader may not see them. */
  readonly rules: readonly RuleCheck[]
  /**
   * The body of the request. It is absent for requests about no object, and after newer bodies have pushed out the bodies of this
   * request.
   */
  readonly request?: Readable
  readonly response?: Readable
  /** Whether values of a Secret are masked although the reader may get them. The parameter `values` shows them. */
  readonly masked?: boolean
}

interface Readable extends ReadableBody {
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The object of a request, and whether the reader asked for the values of a Secret. */
interface Subject {
  readonly info: RequestInfo | undefined
  readonly values: boolean
}

/**
 * Describes a request by its stages, the rules nearest to it, its bodies and its headers. The stage of the authorization has
 * no details. Tokens are masked, and so are values of Secrets unless the reader requested them.
 */
export async function describeRequest(
  { ring, authorizer, dialect }: RequestSource,
  reader: DebugReader,
  record: RequestRecord,
  { info, values }: Subject,
): Promise<RequestDescription> {
  const isAboutSecret = info !== undefined && isSecret(info)
  const readable = isAboutSecret && (await reader.mayGet(info))
  const shown = readable && values
  const secret = isAboutSecret && !shown
  const quotes = !shown && isQuoting(record.status, info)
  const attributes = record.stages.find(({ stage }) => stage === 'authorization')?.detail as Attributes | undefined
  const group = dialect.spell('rbac.authorization.{domain}')
  const roles = { group, version: 'v1', resource: 'clusterroles', subresource: '', namespace: '', name: '' }
  const seesRules = attributes !== undefined && (isOwn(record, reader) || (await reader.mayGet(roles)))
  return {
    ...record,
    stages: record.stages.map((stage) => readableStage(stage, { secret: secret || isAboutToken(info), quotes })),
    rules: seesRules ? (authorizer.explain?.(attributes) ?? []) : [],
    ...(await contents(ring.contentOf(record), { secret, quotes, shown })),
    ...(readable && !shown && { masked: true }),
  }
}

/** Whether the request is about a token, which the details of a webhook's stage may contain. */
const isAboutToken = (info: RequestInfo | undefined): boolean =>
  info?.resource === 'tokenreviews' || info?.subresource === 'token'

/** Whether the record may quote the beginning of a Secret: the Status for an unreadable body quotes that body. */
export const isQuoting = (status: number, info: RequestInfo | undefined): boolean =>
  status === 400 && info !== undefined && isSecret(info)

export const withoutQuote = ({ stage, message, at }: TraceStage): TraceStage => ({
  stage,
  message: stage === 'refused' || stage === 'decoding' ? MASK : message,
  at,
})

const isOwn = ({ user }: RequestRecord, reader: DebugReader): boolean => user === reader.user.username

interface Masking {
  readonly secret: boolean
  readonly quotes: boolean
  /** Whether the reader sees the values of Secrets. */
  readonly shown: boolean
}

async function contents(
  content: Content | undefined,
  { secret, quotes, shown }: Masking,
): Promise<Pick<RequestDescription, 'request' | 'response'>> {
  if (content === undefined) return {}
  const { requestHeaders, requestBody, responseHeaders, responseBody } = content
  const sent = readableHeaders([...requestHeaders])
  const answered = readableHeaders(responseHeaders)
  const answer = quotes ? { body: MASK } : await readableBody(responseBody, typeOf(responseHeaders), { secret, shown })
  return {
    request: { headers: sent, ...(await readableBody(requestBody, typeOf([...requestHeaders]), { secret, shown })) },
    response: { headers: answered, ...answer },
  }
}

const typeOf = (headers: readonly (readonly [string, string])[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

function readableStage(
  { stage, message, at, detail }: TraceStage,
  { secret, quotes }: Omit<Masking, 'shown'>,
): TraceStage {
  if (stage === 'authorization') return { stage, message, at }
  if (quotes) return withoutQuote({ stage, message, at })
  return { stage, message, at, detail: secret ? maskedDetail(detail) : detail }
}

function maskedDetail(detail: unknown): unknown {
  const { changes, call } = (detail ?? {}) as { changes?: unknown; call?: { url: string } }
  if (call !== undefined) return { call: { url: call.url, request: MASK, response: MASK } }
  return Array.isArray(changes) ? { changes: maskDifferences(changes as Difference[]) } : detail
}
