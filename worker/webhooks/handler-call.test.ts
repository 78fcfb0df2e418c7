import { expect, it } from 'vitest'
import type { WebhookCall } from './backend.ts'
import { answerOfHandler, connectionFault } from './handler-call.ts'

const call = (more: Partial<WebhookCall>): WebhookCall => ({
  method: 'POST',
  url: 'https://guard.default.svc/',
  caBundle: '',
  userAgent: 'test',
  signal: new AbortController().signal,
  ...more,
})

it('refuses a call over https without a CA bundle unless the call is insecure, and accepts any bundle', () => {
  expect(connectionFault(call({}))).toBe(
    'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  )
  expect(connectionFault(call({ caBundle: 'anything' }))).toBeUndefined()
  expect(connectionFault(call({ insecure: true }))).toBeUndefined()
  expect(connectionFault(call({ url: 'http://guard.default.svc/' }))).toBeUndefined()
})

it('passes on the body of an answer, unless an answer with its status has no body', () => {
  const text = (status: number) => new TextDecoder().decode(answerOfHandler({ status, headers: [], body: 'a' }).body)
  expect([200, 204, 304].map(text)).toEqual(['a', '', ''])
})

it('finds a header by its lower-case name', () => {
  expect(answerOfHandler({ status: 200, headers: [['Retry-After', '1']], body: '' }).header('retry-after')).toBe('1')
})
