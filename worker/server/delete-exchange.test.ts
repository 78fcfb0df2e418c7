import { expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

it('answers 202 only with orphanDependents=false, and only when finalizers keep the object', async () => {
  const { handle } = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog() })
  await send(handle, 'POST', MAPS, { body: { metadata: { name: 'held', finalizers: ['example.com/f'] } } })
  await send(handle, 'POST', MAPS, { body: { metadata: { name: 'free' } } })
  const status = async (query: string): Promise<number> => (await send(handle, 'DELETE', MAPS + query)).status
  expect(await status('/held?propagationPolicy=Background')).toBe(200)
  expect(await status('/held?orphanDependents=false')).toBe(202)
  expect((await send(handle, 'DELETE', `${MAPS}/held`, { body: { orphanDependents: false } })).status).toBe(202)
  expect(await status('/held?orphanDependents=true')).toBe(200)
  expect(await status('/free?orphanDependents=false')).toBe(200)
})

it('deletes a collection one by one with a webhook, and stops at the first refusal', async () => {
  const asked: string[] = []
  const callWebhook = ({ body = '' }: WebhookCall) => {
    const { request, ...review } = JSON.parse(body) as { request: { uid: string; oldObject: ApiObject } }
    const name = request.oldObject.metadata?.name ?? ''
    asked.push(name)
    return Promise.resolve(answerOf({ ...review, response: { uid: request.uid, allowed: name !== 'b' } }))
  }
  const options = { dialect: dialects.svc, clock: virtualClock(), log: memoryLog(), callWebhook }
  const { handle } = await createApiServer(options)
  for (const name of ['a', 'b', 'c'])
    await send(handle, 'POST', MAPS, { body: { metadata: { name, labels: { of: 'three' } } } })
  const rule = { operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  const clientConfig = { url: 'https://hooks.test/v' }
  const hook = { name: 'v.o.io', clientConfig, rules: [rule], sideEffects: 'None', admissionReviewVersions: ['v1'] }
  const configurations = '/apis/admissionregistration.svc.io/v1/validatingwebhookconfigurations'
  expect(
    (await send(handle, 'POST', configurations, { body: { metadata: { name: 'v' }, webhooks: [hook] } })).status,
  ).toBe(201)
  const three = `${MAPS}?labelSelector=of%3Dthree`
  expect((await send(handle, 'DELETE', three)).json['message']).toContain('denied the request')
  expect(asked).toEqual(['a', 'b'])
  const left = (await send(handle, 'GET', three)).json['items'] as ApiObject[]
  expect(left.map(({ metadata }) => metadata?.name)).toEqual(['b', 'c'])
})
