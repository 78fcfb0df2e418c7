import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Attributes } from './authorizer.ts'
import { authorizerChain } from './authorizers.ts'

const attributes: Attributes = {
  user: { username: 'u', uid: '', groups: ['g'], extra: { team: ['blue'] } },
  verb: 'get',
  resourceRequest: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: 'log',
  namespace: 'n',
  name: 'p',
  path: '',
}

function modeOf(status: JsonObject | string, version: 'v1' | 'v1beta1' = 'v1') {
  const specs: JsonObject[] = []
  const clock = virtualClock()
  const callWebhook = ({ body = '' }: WebhookCall) => {
    const { apiVersion, spec } = JSON.parse(body) as { apiVersion: string; spec: JsonObject }
    specs.push(spec)
    const answer = typeof status === 'string' ? status : { apiVersion, kind: 'SubjectAccessReview', status }
    return Promise.resolve(answerOf(answer))
  }
  const service = { url: 'https://hooks.test', caBundle: '' }
  const options = { service, version, allowedTtl: 1000, refusedTtl: 0 }
  return { clock, specs, mode: accessWebhook(options, { clock, dialect: dialects.k8s, callWebhook }) }
}

describe('accessWebhook', () => {
  it('sends the attributes with the field names of the version', async () => {
    const { mode, specs } = modeOf({ allowed: true, reason: 'welcome' }, 'v1beta1')
    expect(await mode.authorize(attributes)).toEqual({ effect: 'allow', reason: 'welcome' })
    await mode.authorize({ ...attributes, resourceRequest: false, path: '/x' })
    expect(specs).toEqual([
      {
        resourceAttributes: {
          namespace: 'n',
          verb: 'get',
          version: 'v1',
          resource: 'pods',
          subresource: 'log',
          name: 'p',
        },
        user: 'u',
        group: ['g'],
        extra: { team: ['blue'] },
      },
      { nonResourceAttributes: { path: '/x', verb: 'get' }, user: 'u', group: ['g'], extra: { team: ['blue'] } },
    ])
  })

  it('caches allowing and refusing answers for their own times', async () => {
    const { mode, specs, clock } = modeOf({ allowed: true })
    await mode.authorize(attributes)
    await mode.authorize(attributes)
    expect(specs).toHaveLength(1)
    clock.advance(1000)
    await mode.authorize(attributes)
    expect(specs).toHaveLength(2)
    const refusing = modeOf({ allowed: false })
    await refusing.mode.authorize(attributes)
    await refusing.mode.authorize(attributes)
    expect(refusing.specs).toHaveLength(2)
  })

  it.each([
    [
      { allowed: false, denied: true, reason: 'never' },
      { effect: 'deny', reason: 'never' },
    ],
    [
      { allowed: false, evaluationError: 'cannot tell' },
      { effect: 'no-opinion', reason: '' },
    ],
    [
      { allowed: true, denied: true },
      { effect: 'deny', error: 'webhook subject access review returned both allow and deny response' },
    ],
    ['[]', { effect: 'no-opinion', error: expect.stringContaining(`couldn't get version/kind`) as string }],
  ])('reads the status %j as %o', async (status, decision) => {
    expect(await modeOf(status).mode.authorize(attributes)).toMatchObject(decision)
  })

  it('has no opinion after an error, and quotes the error when no mode decides', async () => {
    const { mode } = modeOf('[]')
    const allowing = { ...mode, authorize: () => ({ effect: 'allow', reason: '' }) as const }
    expect(await authorizerChain([mode, allowing]).authorize(attributes)).toEqual({ effect: 'allow', reason: '' })
    const { error } = await authorizerChain([mode]).authorize(attributes)
    expect(error).toContain('json parse error')
    expect(await authorizerChain([mode]).rules(attributes.user, 'n')).toEqual({
      rules: [],
      incomplete: true,
      error: 'webhook authorizer does not support user rule resolution',
    })
  })
})
