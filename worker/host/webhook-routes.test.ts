import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WebhookCall } from '../webhooks/backend.ts'
import type { FromWorker, WebhookMessage } from './messages.ts'
import { WebhookRoutes } from './webhook-routes.ts'

const callOf = (host: string, more: Partial<WebhookCall> = {}): WebhookCall => ({
  method: 'POST',
  url: `https://${host}:443/a?timeout=10s`,
  caBundle: 'any',
  body: '{}',
  userAgent: 'test',
  signal: new AbortController().signal,
  ...more,
})

function page(routes: WebhookRoutes) {
  const received: FromWorker[] = []
  const link = routes.open((message) => received.push(message))
  const offer = (...hosts: string[]): void => link.receive({ type: 'offer', cluster: 'one', hosts })
  const answer = (text: string): void => {
    const { call } = received.at(-1) as WebhookMessage
    link.receive({ type: 'webhook-answer', call, answer: { status: 200, headers: [['X-A', 'b']], body: text } })
  }
  return { received, link, offer, answer }
}

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A page whose handler has its own port. */
function directPage(routes: WebhookRoutes) {
  const its = page(routes)
  its.offer('guard.default.svc')
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const received: WebhookMessage[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<WebhookMessage[]>) => received.push(...data))
  port1.start()
  const direct = (port?: MessagePort): void =>
    its.link.receive({ type: 'direct', cluster: 'one', host: 'guard.default.svc', ...(port && { port }) })
  direct(port2)
  const send = (message: unknown): void => port1.postMessage([message])
  const answer = (body: string): void =>
    send({ type: 'webhook-answer', call: received.at(-1)?.call, answer: { status: 200, headers: [], body } })
  return { page: its, direct: { received, send, answer }, withdraw: () => direct() }
}

describe('WebhookRoutes', () => {
  it('does not send a call that is aborted already', async () => {
    const routes = new WebhookRoutes()
    const its = page(routes)
    its.offer('guard.default.svc')
    const aborted = routes.caller('one')(callOf('guard.default.svc', { signal: AbortSignal.abort() }))
    await expect(aborted).rejects.toThrow('the call was aborted')
    expect(its.received).toEqual([])
  })

  it('passes a call to the newest offer of its host, and the answer back', async () => {
    const routes = new WebhookRoutes()
    const first = page(routes)
    const second = page(routes)
    first.offer('guard.default.svc')
    second.offer('guard.default.svc')
    const answered = routes.caller('one')(callOf('guard.default.svc'))
    expect(first.received).toEqual([])
    expect(second.received).toMatchObject([{ type: 'webhook', method: 'POST', body: '{}' }])
    second.answer('ünique')
    const answer = await answered
    expect([answer.status, answer.header('x-a'), new TextDecoder().decode(answer.body)]).toEqual([200, 'b', 'ünique'])
  })

  it('ignores answers of pages that did not receive the call', async () => {
    const routes = new WebhookRoutes()
    const [its, other] = [page(routes), page(routes)]
    its.offer('guard.default.svc')
    const answered = routes.caller('one')(callOf('guard.default.svc'))
    other.link.receive({ type: 'webhook-answer', call: 1, answer: { status: 500, headers: [], body: '' } })
    its.answer('right')
    expect(new TextDecoder().decode((await answered).body)).toBe('right')
  })

  it('fails a call that trusts no certificate authority, as a TLS connection would', async () => {
    const routes = new WebhookRoutes()
    const { offer, received } = page(routes)
    offer('guard.default.svc')
    await expect(routes.caller('one')(callOf('guard.default.svc', { caBundle: '' }))).rejects.toThrow(
      'certificate signed by unknown authority',
    )
    expect(received).toEqual([])
  })

  it('ends the time limit of a call that its page holds', async () => {
    const routes = new WebhookRoutes()
    const [its, other] = [page(routes), page(routes)]
    its.offer('guard.default.svc')
    let held = 0
    const answered = routes.caller('one')(callOf('guard.default.svc', { hold: () => void held++ }))
    const { call } = its.received.at(-1) as WebhookMessage
    other.link.receive({ type: 'webhook-hold', call })
    expect(held).toBe(0)
    its.link.receive({ type: 'webhook-hold', call })
    expect(held).toBe(1)
    its.answer('late')
    await answered
  })

  it('fails a call to a host without an offer, of another cluster to an offered host, and to a host outside the cluster', async () => {
    const routes = new WebhookRoutes()
    page(routes).offer('guard.default.svc')
    await expect(routes.caller('two')(callOf('guard.default.svc'))).rejects.toThrow('no handler of an open page')
    const dial = { host: '10.0.0.1', port: 443 }
    await expect(routes.caller('one')(callOf('a.b.svc', { dial: { ...dial, isVirtual: true } }))).rejects.toThrow(
      'dial tcp 10.0.0.1:443: connect: no route to host',
    )
    await expect(routes.caller('one')(callOf('guard.default.svc', { dial }))).rejects.toThrow('no handler')
  })

  it('passes a call over the port of its handler, and the answer back', async () => {
    const routes = new WebhookRoutes()
    const { page: its, direct } = directPage(routes)
    const answered = routes.caller('one')(callOf('guard.default.svc'))
    await vi.waitFor(() => expect(direct.received).toMatchObject([{ type: 'webhook', call: 1, body: '{}' }]))
    its.link.receive({ type: 'webhook-answer', call: 1, answer: undefined })
    for (const malformed of [null, 'text', { type: 'webhook-answer', call: 1, answer: { body: 5 } }])
      direct.send(malformed)
    direct.answer('direct')
    expect(new TextDecoder().decode((await answered).body)).toBe('direct')
    expect(its.received).toEqual([])
  })

  it('reports an aborted call over the port', async () => {
    const routes = new WebhookRoutes()
    const { direct } = directPage(routes)
    const limit = new AbortController()
    const aborted = routes.caller('one')(callOf('guard.default.svc', { signal: limit.signal }))
    limit.abort()
    await expect(aborted).rejects.toThrow('aborted')
    await vi.waitFor(() => expect(direct.received.at(-1)).toEqual({ type: 'webhook-abort', call: 1 }))
  })

  it('passes calls to the page, also calls in progress, when the port is withdrawn', async () => {
    const routes = new WebhookRoutes()
    const { page: its, withdraw } = directPage(routes)
    const call = routes.caller('one')
    const answered = call(callOf('guard.default.svc'))
    withdraw()
    expect(its.received).toMatchObject([{ type: 'webhook', call: 1 }])
    its.answer('paged')
    expect(new TextDecoder().decode((await answered).body)).toBe('paged')
    const later = call(callOf('guard.default.svc'))
    its.answer('later')
    expect((await later).status).toBe(200)
  })

  it('fails calls over the port of a page that has left', async () => {
    const routes = new WebhookRoutes()
    const { page: its } = directPage(routes)
    const left = routes.caller('one')(callOf('guard.default.svc'))
    its.link.close()
    await expect(left).rejects.toThrow('EOF')
  })

  it('fails calls when the page leaves or has no answer, and reports an aborted call to the page', async () => {
    const routes = new WebhookRoutes()
    const { link, offer, received } = page(routes)
    offer('guard.default.svc')
    const call = routes.caller('one')
    const limit = new AbortController()
    const aborted = call(callOf('guard.default.svc', { signal: limit.signal }))
    limit.abort()
    await expect(aborted).rejects.toThrow('aborted')
    expect(received.at(-1)).toEqual({ type: 'webhook-abort', call: 1 })
    const unanswered = call(callOf('guard.default.svc'))
    link.receive({ type: 'webhook-answer', call: 2, answer: undefined })
    await expect(unanswered).rejects.toThrow('EOF')
    const left = call(callOf('guard.default.svc'))
    link.close()
    await expect(left).rejects.toThrow('EOF')
    await expect(call(callOf('guard.default.svc'))).rejects.toThrow('no handler')
  })
})
