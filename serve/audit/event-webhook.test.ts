import { expect, it } from 'vitest'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { answerOf } from '../../worker/webhooks/backend-fixture.ts'
import type { WebhookCall } from '../../worker/webhooks/backend.ts'
import { eventWebhook } from './event-webhook.ts'

const event = { kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'Metadata', auditID: 'a' }

function webhook(status: number) {
  const calls: WebhookCall[] = []
  const lost: string[] = []
  const callWebhook = (call: WebhookCall) => {
    calls.push(call)
    return Promise.resolve(answerOf('', status, { 'content-type': 'text/html' }))
  }
  const waits: number[] = []
  const clock = {
    ...virtualClock(),
    random: () => 0,
    after(ms: number, task: () => void) {
      if (ms < 30_000) {
        waits.push(ms)
        queueMicrotask(task)
      }
      return () => undefined
    },
  }
  const service = { url: 'http://log.test/events/', caBundle: '' }
  const options = { service, apiVersion: 'audit.k8s.io/v1', firstWait: 1000 }
  const backend = eventWebhook(options, { clock, callWebhook }, (plugin, why) => lost.push(`${plugin}: ${why}`))
  return { calls, lost, waits, backend }
}

it('posts a list of events without their kind, and accepts any body of the answer', async () => {
  const { backend, calls } = webhook(204)
  expect(await backend.process([event])).toBe(true)
  expect(calls).toMatchObject([
    {
      method: 'POST',
      url: 'http://log.test/events?timeout=30s',
      userAgent: 'Go-http-client/1.1',
      body: '{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[{"level":"Metadata","auditID":"a"}]}\n',
    },
  ])
})

it('repeats every failure four times, and reports the loss', async () => {
  const { backend, calls, lost, waits } = webhook(403)
  expect(await backend.process([event])).toBe(false)
  expect(calls).toHaveLength(5)
  expect(waits).toEqual([1000, 1500, 2250, 3375])
  expect(lost).toHaveLength(1)
})
