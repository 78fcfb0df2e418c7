import { expect, it, vi } from 'vitest'
import type { FromWorker } from './messages.ts'
import { lazyWebhookLinks } from './lazy-webhook-links.ts'

const call = {
  method: 'POST',
  url: 'https://guard.default.svc/a?timeout=10s',
  caBundle: 'any',
  body: '{}',
  userAgent: 'test',
  signal: new AbortController().signal,
} as const

it('passes the messages of a link in their order', async () => {
  const links = lazyWebhookLinks()
  const received: FromWorker[] = []
  const link = links.open((message) => received.push(message))
  link.receive({ type: 'offer', cluster: 'one', hosts: ['other.default.svc'] })
  link.receive({ type: 'offer', cluster: 'one', hosts: ['guard.default.svc'] })
  const answered = links.caller('one')(call)
  await vi.waitFor(() => expect(received).toMatchObject([{ type: 'webhook', call: 1 }]))
  link.receive({ type: 'webhook-answer', call: 1, answer: { status: 200, headers: [], body: '' } })
  expect((await answered).status).toBe(200)
  const left = links.caller('one')(call)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  link.close()
  await expect(left).rejects.toThrow('EOF')
})

it('fails a call without any offer, and closes a link without messages', async () => {
  const links = lazyWebhookLinks()
  links.open(() => undefined).close()
  await expect(links.caller('one')(call)).rejects.toThrow('no handler of an open page')
})
