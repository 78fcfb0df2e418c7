import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { answerOf } from '../../webhooks/backend-fixture.ts'
import type { WebhookAnswer, WebhookCall } from '../../webhooks/backend.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { imagePolicyWebhook } from './image-policy-webhook.ts'

/** A context whose backend returns this answer, the reviews that it receives, and the plugin. */
function pluginTest(answer: WebhookAnswer, imagePolicy: JsonObject = {}) {
  const reviews: unknown[] = []
  const callWebhook = ({ body = '' }: WebhookCall) => {
    reviews.push(JSON.parse(body))
    return Promise.resolve(answer)
  }
  const imageReviewer = { url: 'https://images.test/review', caBundle: '' }
  const context = contextOf({ configuration: { imagePolicy }, callWebhook, imageReviewer })
  return { ...context, reviews, plugin: imagePolicyWebhook(context) }
}

const verdict = (status: JsonObject) =>
  answerOf({ apiVersion: 'imagepolicy.k8s.io/v1alpha1', kind: 'ImageReview', status })

describe('ImagePolicyWebhook', () => {
  it('sends one review for the same images while the answer is cached', async () => {
    const { plugin, clock, reviews } = pluginTest(verdict({ allowed: false, reason: 'rotten' }), { denyTTL: 10 })
    const refuse = () =>
      expect(runPlugin(plugin, requestOf(podOf()))).rejects.toThrow(
        'image policy webhook backend denied one or more images: rotten',
      )
    await refuse()
    await refuse()
    expect(reviews).toHaveLength(1)
    clock.advance(10_000)
    await refuse()
    expect(reviews).toHaveLength(2)
    expect(reviews[0]).toMatchObject({ kind: 'ImageReview', spec: { containers: [{ image: expect.any(String) }] } })
  })

  it('follows defaultAllow when the backend fails, and passes on the message of a 403 from the backend', async () => {
    const broken = answerOf('no', 404)
    await runPlugin(pluginTest(broken, { defaultAllow: true }).plugin, requestOf(podOf()))
    await expect(runPlugin(pluginTest(broken).plugin, requestOf(podOf()))).rejects.toThrow(
      'is forbidden: the server could not find the requested resource',
    )
    await expect(runPlugin(pluginTest(answerOf('go away', 403)).plugin, requestOf(podOf()))).rejects.toThrow(
      /^go away$/,
    )
  })

  it('refuses times that are out of range', () => {
    expect(() => pluginTest(answerOf(''), { allowTTL: 3600 })).toThrow(
      'allowTTL: set a value between 1 and 1800 seconds, not 3600;',
    )
    expect(() => pluginTest(answerOf(''), { allowTTL: -1, denyTTL: 0, retryBackoff: 1 })).not.toThrow()
  })
})
