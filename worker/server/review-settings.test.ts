import { expect, it } from 'vitest'
import { reviewOptions } from './review-settings.ts'

const AT = 'https://guard.default.svc/review'

it('adds the webhooks to the options of the flags', () => {
  const options = reviewOptions({ tokens: AT, access: AT, images: AT }, { authorizationModes: ['RBAC'] })
  expect(options).toMatchObject({
    tokenReviews: { service: { url: AT } },
    authorizationModes: ['RBAC', 'Webhook'],
    accessReviews: [{ service: { url: AT } }],
    admission: { enable: ['ImagePolicyWebhook'], imageReviewer: { url: AT } },
  })
  expect(reviewOptions({}, {})).toEqual({})
})

it.each(['http://guard.default.svc/', 'https://example.com/', 'https://guard.default.svc:1/', 'https://a@b.c.svc/'])(
  'refuses %s, which is not a service of the cluster',
  (tokens) => {
    expect(() => reviewOptions({ tokens }, {})).toThrow('is not a service of the cluster')
  },
)
