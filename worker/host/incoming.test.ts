import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAnnouncement, readToServiceWorker, readToWorker } from './incoming.ts'

const request = { type: 'request', id: 1, cluster: 'c1', method: 'GET', url: '/', headers: [['a', 'b']] }

it.each([
  request,
  { ...request, writeId: 'w', body: Uint8Array.of(1), fetchIdentity: { run: 'a', hash: 'b' }, again: true },
  { type: 'taken', id: 1, bytes: 5 },
  { type: 'offer', cluster: 'c1', hosts: ['guard.default.svc'] },
  { type: 'direct', cluster: 'c1', host: 'guard.default.svc' },
  { type: 'webhook-answer', call: 1, answer: undefined },
  { type: 'webhook-answer', call: 1, answer: { status: 200, headers: [], body: '' } },
])('reads $type', (message) => {
  expect(readToWorker(message)).toBe(message)
})

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'request'],
  ['a list', [request]],
  ['a type that objects inherit', { type: 'constructor' }],
  ['an unknown type', { type: 'writer' }],
  ['an id that is no number', { ...request, id: {} }],
  ['a method that is no text', { ...request, method: 1 }],
  ['headers that are no pairs', { ...request, headers: [['a']] }],
  ['headers that are a map', { ...request, headers: new Map() }],
  ['a body that is a text', { ...request, body: '{}' }],
  ['a write id that is an object', { ...request, writeId: {} }],
  ['a fetch identity without a hash', { ...request, fetchIdentity: { run: 'a' } }],
  ['credit that is no number', { type: 'taken', id: 1, bytes: NaN }],
  ['negative credit', { type: 'taken', id: 1, bytes: -1 }],
  ['a cluster that is a path', { type: 'follow', cluster: '../other' }],
  ['a port that is a plain object', { type: 'direct', cluster: 'c1', host: 'guard.default.svc', port: {} }],
  ['hosts that are no list', { type: 'offer', cluster: 'c1', hosts: 'guard' }],
  [
    'a webhook status that is no number',
    { type: 'webhook-answer', call: 1, answer: { status: '200', headers: [], body: '' } },
  ],
])('drops %s', (_, message) => {
  expect(readToWorker(message)).toBeUndefined()
})

it('reads the channel name of a link, and drops other names and announcements', () => {
  const pipe = `tabplane:pipe:${crypto.randomUUID()}`
  expect(readAnnouncement({ type: 'pipe-wanted', pipe })).toEqual({ type: 'pipe-wanted', pipe })
  for (const other of ['tabplane:/', '', {}, `${pipe}x`])
    expect(readAnnouncement({ type: 'pipe-wanted', pipe: other })).toBeUndefined()
  expect(readAnnouncement({ type: 'writer', generation: 'x' })).toBeUndefined()
})

it('reads or drops any message without throwing', () => {
  const types = [
    'request',
    'heard',
    'abort',
    'taken',
    'follow',
    'control',
    'offer',
    'direct',
    'webhook-answer',
    'writer',
    'pipe-wanted',
    'claim',
    'port',
  ]
  const message = fc.oneof(
    fc.anything(),
    fc.record({
      type: fc.constantFrom(...types),
      id: fc.anything(),
      headers: fc.anything(),
      hosts: fc.anything(),
      answer: fc.anything(),
      pipe: fc.anything(),
    }),
  )
  fc.assert(
    fc.property(message, (data) => {
      for (const read of [readToWorker, readAnnouncement, readToServiceWorker])
        expect([data, undefined]).toContain(read(data))
    }),
    { numRuns: 500, seed: 12 },
  )
})
