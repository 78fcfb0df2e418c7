import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { negotiate, plainOnly } from '../../worker/codec/negotiation.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { serveHealth } from '../../worker/http/health-documents.ts'
import { readRequestInfo } from '../../worker/http/request-info.ts'
import { requestLimits } from '../../worker/http/request-limits.ts'
import { Warnings } from '../../worker/http/warnings.ts'
import { readAuditPolicy } from '../../worker/observability/audit-policy.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import type { Row } from './tables.ts'
import { rowsOf, textOf } from './tables.ts'

const rows = <R>(func: string, table = ''): [string, R][] => rowsOf<R>('http-surface', func, table)

describe('paths of the recorded tables', () => {
  test.each(rows<Record<string, string>>('TestGetAPIRequestInfo', 'successCases'))(
    'reads verb, resource and name from %s',
    (_, row) => {
      const info = readRequestInfo(row.method ?? '', row.url ?? '')
      expect({ ...info, parts: [...info.parts] }).toMatchObject({
        verb: row.expectedVerb,
        group: row.expectedAPIGroup,
        version: row.expectedAPIVersion,
        namespace: row.expectedNamespace,
        resource: row.expectedResource,
        subresource: row.expectedSubresource,
        name: row.expectedName,
        parts: row.expectedParts,
      })
    },
  )

  test.each(rows<string>('TestGetAPIRequestInfo', 'errorCases'))('finds no resource in %s', (_, url) => {
    expect(readRequestInfo('GET', url).resourceRequest).toBe(false)
  })

  test.each(rows<{ url: string; expected: boolean }>('TestGetNonAPIRequestInfo'))(
    'decides whether %s names a resource',
    (_, { url, expected }) => {
      expect(readRequestInfo('GET', url).resourceRequest).toBe(expected)
    },
  )

  interface Selected {
    readonly url: string
    readonly expectedName?: string
    readonly expectedVerb: string
  }
  test.each(rows<Selected>('TestFieldSelectorParsing'))(
    'reads the name from the field selector of %s',
    (_, { url, expectedName = '', expectedVerb }) => {
      expect(readRequestInfo('GET', url)).toMatchObject({ name: expectedName, verb: expectedVerb })
    },
  )

  interface Deadline {
    readonly requestURL: unknown
    readonly longRunning: boolean
    readonly deadlineExpected?: number
    readonly statusCodeExpected: number
  }
  const { deadline } = requestLimits({ requestTimeout: 60_000 }, virtualClock())
  // Omitted: a row whose URL contains a number that Go prints. The recorded clock subtracts a second from every
  // deadline.
  const deadlines = rows<Deadline>('TestWithRequestDeadline').filter(([, row]) => typeof row.requestURL === 'string')
  test.each(deadlines)(
    'computes the deadline of %s',
    (_, { requestURL, longRunning, deadlineExpected = 0, statusCodeExpected }) => {
      const info = readRequestInfo('GET', `${textOf(requestURL)}${longRunning ? '&watch=1' : ''}`)
      if (statusCodeExpected === 400) return expect(() => deadline(info)).toThrow('invalid timeout specified')
      expect(deadline(info)).toBe(deadlineExpected === 0 ? 0 : deadlineExpected / 1e6 + 1000)
    },
  )
})

describe('media types of the recorded tables', () => {
  interface Negotiation {
    readonly accept?: string
    readonly contentType?: string
    readonly params?: { readonly pretty?: string }
    readonly ns?: { readonly types?: readonly string[] }
    readonly req?: {
      readonly Header?: { readonly Accept?: readonly string[]; readonly 'User-Agent'?: readonly string[] }
    }
    readonly errFn?: unknown
  }
  // Omitted: requests by a URL parameter or a user agent, which are not part of the header (`wantsPretty` reads them).
  const chosen = rows<Negotiation>('TestNegotiate').filter(
    ([, { req, params }]) => req === undefined || params === undefined,
  )
  test.each(chosen)('chooses the media type: %s', (_, { accept, contentType, params, ns, req, errFn }) => {
    const header = accept ?? req?.Header?.Accept?.join(', ') ?? ''
    const offered = (ns?.types ?? []).map((type) => ({ format: 'json' as const, type }))
    const found = negotiate(header, offered, plainOnly)
    expect(found === undefined).toBe(errFn !== undefined)
    if (found === undefined) return
    expect(found).toMatchObject({ mediaType: contentType, pretty: params?.pretty === '1' })
  })

  interface Added {
    readonly args: readonly { readonly agent: string; readonly text: string }[]
    readonly expect: readonly string[] | null
  }
  // Omitted: agents other than `-`, which the server does not use.
  const added = rows<Added>('Test_recorder_AddWarning').filter(([, { args }]) =>
    args.every(({ agent }) => agent === ''),
  )
  test.each(added)('writes the warnings of %s', (_, row) => {
    const warnings = new Warnings()
    for (const { text } of row.args) warnings.add(text)
    expect(warnings.headers().map(([, value]) => value)).toEqual(row.expect ?? [])
  })

  interface Health {
    readonly path: string
    readonly expectedResponse: string | { readonly args: readonly [string, unknown] }
    readonly expectedStatus: number
    readonly addBadCheck: boolean
  }
  test.each(rows<Health>('testMultipleChecks', 'tests'))('answers the health check: %s', async (_, row) => {
    const bad = { name: 'bad', healthy: () => false, failure: 'this will fail' }
    const checks = [{ name: 'ping' }, ...(row.addBadCheck ? [bad] : [])]
    const { pathname, searchParams } = new URL(`/healthz${row.path}`, 'http://h')
    const answer = await serveHealth(pathname, searchParams, checks)
    const wanted = row.expectedResponse
    const text = typeof wanted === 'string' ? wanted : wanted.args[0].replace('%s', 'healthz')
    expect(answer?.status).toBe(row.expectedStatus)
    expect(new TextDecoder().decode(answer?.body as Uint8Array)).toBe(text)
  })
})

describe('audit policies of the recorded tables', () => {
  /** A rule as in a file: fields in lower camel case, and levels by the last part of their constant. */
  function ruleOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(ruleOf)
    if (typeof value !== 'object' || value === null) return value
    const row = value as Row
    if (row.$id !== undefined) return String(row.$id).replace(/^audit\.Level/, '')
    if (row.$call !== undefined) return (row.args as readonly unknown[])[0]
    const named = Object.entries(row).flatMap(([key, inner]) =>
      key === '$type'
        ? []
        : [[key === 'NonResourceURLs' ? 'nonResourceURLs' : key[0]?.toLowerCase() + key.slice(1), ruleOf(inner)]],
    )
    return Object.fromEntries(named)
  }
  const read = (rule: unknown) => () =>
    readAuditPolicy(
      { kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules: [ruleOf(rule) as JsonObject] },
      dialects.k8s,
    )
  const policies = (table: string) => rowsOf('audit', 'TestValidatePolicy', table)
  test.each(policies('validRules'))('accepts the valid rule %s', (_, rule) => {
    expect(read(rule)).not.toThrow()
  })
  test.each(policies('invalidRules'))('refuses the invalid rule %s', (_, rule) => {
    expect(read(rule)).toThrow('audit policy')
  })
})

describe('OpenAPI documents of the recorded tables', () => {
  let api: ApiServer
  beforeAll(async () => {
    api = await createApiServer({ dialect: dialects.k8s, clock: systemClock, log: memoryLog(), defaultUser: 'a' })
  })
  afterAll(() => api.close())

  async function get(url: string, headers: Readonly<Record<string, string>>) {
    const answer = await api.handle({
      method: 'GET',
      url,
      headers: new Map(Object.entries(headers)),
      signal: new AbortController().signal,
    })
    const named = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
    return { status: answer.status, headers: named, body: isByteStream(answer.body) ? new Uint8Array() : answer.body }
  }

  interface Found {
    readonly acceptHeader: string
    readonly respStatus: number
    readonly responseContentTypeHeader?: string
    readonly urlPath?: string
    readonly sendETag?: boolean
  }
  // The bodies belong to a document of Go's own test; other tests cover the contents of ours.
  const found = (folder: string) => rowsOf<Found>('openapi', 'TestRegisterOpenAPIVersionedService', folder)
  test.each([...found('pkg/handler/'), ...found('pkg/handler3/')])(
    'answers %s as the real server does',
    async (_, row) => {
      const url = `/${row.urlPath ?? 'openapi/v2'}`
      const accept: Record<string, string> = row.acceptHeader === '' ? {} : { accept: row.acceptHeader }
      const tag = row.sendETag === true ? ((await get(url, accept)).headers.get('etag') ?? '') : ''
      const answer = await get(url, { ...accept, ...(tag !== '' && { 'if-none-match': tag }) })
      expect(answer.status).toBe(row.respStatus)
      // In the real server the aggregator answers the index, not the handler of the table, and Go guesses the media type.
      const mediaType =
        url === '/openapi/v3' && row.respStatus === 200
          ? 'text/plain; charset=utf-8'
          : (row.responseContentTypeHeader ?? '')
      expect(answer.headers.get('content-type') ?? '').toBe(mediaType)
      if (row.respStatus === 200) expect(answer.headers.get('etag')).toMatch(/^"[0-9A-F]{128}"$/)
    },
  )

  interface Busting {
    readonly acceptHeader: string
    readonly urlPath: string | object
    readonly cacheControl: string
  }
  test.each(rowsOf<Busting>('openapi', 'TestCacheBusting'))(
    'answers an address with or without a hash: %s',
    async (_, row) => {
      const accept = { accept: row.acceptHeader }
      const plain = await get('/openapi/v3/apis/apps/v1', accept)
      const hash = plain.headers.get('etag')?.slice(1, -1) ?? ''
      const url = typeof row.urlPath === 'string' ? `/${row.urlPath}` : `/openapi/v3/apis/apps/v1?hash=${hash}`
      let answer = await get(url, accept)
      // The client follows the redirect of an older hash.
      if (answer.status === 301) answer = await get(answer.headers.get('location') ?? '', accept)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(plain.body)
      // Every answer of the server has a Cache-Control header. The table tests only the handler, whose answers may have none.
      expect(answer.headers.get('cache-control')).toBe(row.cacheControl || 'no-cache, private')
    },
  )
})
