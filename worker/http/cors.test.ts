import { describe, expect, it } from 'vitest'
import { corsHeaders, refuseCrossSite } from './cors.ts'

const policy = { allowsOrigin: (origin: string) => origin === 'https://shop.example' }
const host = '127.0.0.1:8080'

const refusal = (method: string, headers: Record<string, string>, body?: string) => () =>
  refuseCrossSite(
    {
      method,
      headers: new Map(Object.entries({ host, ...headers })),
      ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    },
    policy,
  )

const json = { 'content-type': 'application/json' }

describe('refuseCrossSite', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a client other than a browser', 'POST', {}],
    ['a page of the server itself', 'POST', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...json }],
    ['an allowed origin', 'POST', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', ...json }],
    [
      'a read, whose answer stays unreadable',
      'GET',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('lets %s pass', (_, method, headers) => {
    expect(refusal(method, headers, method === 'POST' ? '{}' : undefined)).not.toThrow()
  })

  it.each<[string, string, Record<string, string>]>([
    ['a no-cors request', 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['an older browser without fetch metadata', 'POST', { origin: 'https://evil.example' }],
    ['a page without an origin', 'POST', { origin: 'null' }],
    ['another port of the same machine', 'POST', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
    ['a form', 'POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ["an origin that begins with the server's own origin", 'POST', { origin: `http://${host}.evil.example` }],
  ])('refuses %s', (_, method, headers) => {
    expect(refusal(method, headers)).toThrow('a page of another origin')
  })

  it("refuses a browser's body without a content type", () => {
    expect(refusal('POST', { origin: 'https://shop.example' }, '{}')).toThrow('media type')
  })
})

describe('corsHeaders', () => {
  const headersFor = (origin?: string) =>
    corsHeaders({ headers: new Map(origin === undefined ? [] : [['origin', origin]]) }, policy)

  it('equal the headers of the real server for an allowed origin', () => {
    expect(headersFor('https://shop.example')).toEqual([
      ['Access-Control-Allow-Origin', 'https://shop.example'],
      ['Access-Control-Allow-Methods', 'POST, GET, OPTIONS, PUT, DELETE, PATCH'],
      [
        'Access-Control-Allow-Headers',
        'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
      ],
      ['Access-Control-Expose-Headers', 'Date'],
      ['Access-Control-Allow-Credentials', 'true'],
    ])
  })

  it('returns undefined for any other origin, or without an origin', () => {
    expect([headersFor(), headersFor('https://evil.example')]).toEqual([undefined, undefined])
  })
})
