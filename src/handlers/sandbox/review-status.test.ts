import { expect, it } from 'vitest'
import type { WebhookHandler } from '../handler.ts'
import { answerRequest } from './webhook-routes.ts'

const USERS = new Map([['secret', { username: 'ann', groups: ['dev'] }]])

const handler: WebhookHandler = {
  kind: 'webhook',
  service: 'default/guard',
  routes: {
    '/tokens': {
      tokenReview: ({ token }) => (token === 'old' ? { error: 'expired' } : { user: USERS.get(token)! }),
    },
    '/access': {
      accessReview({ user, resourceAttributes }) {
        if (user === 'mallory') return { denied: true, reason: 'mallory may do nothing' }
        return resourceAttributes?.verb === 'get' ? { allowed: true } : undefined
      },
    },
    '/images': {
      imageReview({ containers }) {
        return containers.some(({ image }) => image.endsWith(':latest')) ? { denied: 'name a version' } : undefined
      },
    },
  },
}

async function statusOf(path: string, kind: string, spec: object): Promise<unknown> {
  const body = JSON.stringify({ apiVersion: 'example/v1', kind, spec })
  const answer = await answerRequest(handler, { method: 'POST', path, query: '', body }, String)
  const read = JSON.parse(answer.body) as { apiVersion: string; kind: string; status: unknown }
  expect([read.apiVersion, read.kind]).toEqual(['example/v1', kind])
  return read.status
}

it('answers the review of a token', async () => {
  const review = (token: string) => statusOf('/tokens', 'TokenReview', { token })
  expect(await review('secret')).toEqual({ authenticated: true, user: { username: 'ann', groups: ['dev'] } })
  expect(await review('none')).toEqual({ authenticated: false, user: {} })
  expect(await review('old')).toEqual({ authenticated: false, user: {}, error: 'expired' })
})

it('answers the review of an access: allowed, denied or no opinion', async () => {
  const review = (user: string, verb: string) =>
    statusOf('/access', 'SubjectAccessReview', { user, resourceAttributes: { verb } })
  expect(await review('ann', 'get')).toEqual({ allowed: true })
  expect(await review('ann', 'delete')).toEqual({ allowed: false })
  expect(await review('mallory', 'get')).toEqual({ allowed: false, denied: true, reason: 'mallory may do nothing' })
})

it('answers the review of images', async () => {
  const review = (image: string) => statusOf('/images', 'ImageReview', { containers: [{ image }], namespace: 'shop' })
  expect(await review('shop:1')).toEqual({ allowed: true })
  expect(await review('shop:latest')).toEqual({ allowed: false, reason: 'name a version' })
})
