import { expect, it } from 'vitest'
import { asData, fetchIdentityOf, streamOf } from './api-fetch.ts'

it('adds the headers that keep an answer from running as a page or as a script', () => {
  const { headers } = asData(new Response('<script>', { headers: { 'Content-Type': 'text/html' } }))
  expect(Object.fromEntries(headers)).toEqual({
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html',
    'x-content-type-options': 'nosniff',
  })
})

it('identifies a write by its page, address, headers and body, and no read', async () => {
  const write = {
    cluster: 'c',
    method: 'POST',
    url: '/api/v1/namespaces',
    headers: [['accept', 'text/plain']],
    body: Uint8Array.of(1, 2),
  } as const
  const hashes = await Promise.all([
    fetchIdentityOf(write, 'page', 'run'),
    fetchIdentityOf({ ...write, body: Uint8Array.of(1, 2) }, 'page', 'run'),
    fetchIdentityOf(write, 'other', 'run'),
    fetchIdentityOf({ ...write, url: '/api/v1/nodes' }, 'page', 'run'),
    fetchIdentityOf({ ...write, headers: [] }, 'page', 'run'),
    fetchIdentityOf({ ...write, body: Uint8Array.of(1, 3) }, 'page', 'run'),
    fetchIdentityOf({ ...write, body: undefined }, 'page', 'run'),
  ])
  expect(hashes[0]).toEqual({ run: 'run', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(hashes[1]).toEqual(hashes[0])
  expect(new Set(hashes.map((identity) => identity?.hash)).size).toBe(6)
  expect(await fetchIdentityOf({ ...write, method: 'GET' }, 'page', 'run')).toBeUndefined()
})

it('streams a whole body', async () => {
  expect(await new Response(streamOf(Uint8Array.of(123, 125))).text()).toBe('{}')
})
