import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { convertByWebhook } from './webhook-conversion.ts'

const GROUP = 'apiextensions.k8s.io'

interface Review extends JsonObject {
  apiVersion: string
  request: { uid: string; desiredAPIVersion: string; objects: ApiObject[] }
}

const thing: ApiObject = {
  apiVersion: 'o.io/v1',
  kind: 'Thing',
  metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7', labels: { l: 'x' }, finalizers: ['f/f'] },
  spec: { a: 1 },
}

/**
 * Converts `thing` to v2 with a backend. Its response has the members that `response` returns, and by default the uid of the
 * request and the result Success.
 */
async function convert(response: (review: Review) => JsonObject, versions = ['v1']) {
  const reviews: Review[] = []
  const callWebhook = ({ body = '' }: WebhookCall) => {
    const review = JSON.parse(body) as Review
    reviews.push(review)
    const { uid } = review.request
    const answer = { result: { status: 'Success' }, uid, ...response(review) }
    return Promise.resolve(answerOf({ apiVersion: review.apiVersion, kind: 'ConversionReview', response: answer }))
  }
  const webhook = { clientConfig: { url: 'https://hooks.test/convert' }, conversionReviewVersions: versions }
  const environment = { clock: virtualClock(), dialect: dialects.k8s, callWebhook, findService: () => undefined }
  const object = await convertByWebhook(webhook, environment, thing, 'o.io/v2')
  return { object, reviews }
}

const v2 = (change: JsonObject = {}): (() => JsonObject) => {
  const { resourceVersion: _, ...metadata } = thing.metadata ?? {}
  return () => ({ convertedObjects: [{ ...thing, apiVersion: 'o.io/v2', metadata, ...change }] })
}

describe('convertByWebhook', () => {
  it('sends one object without its resourceVersion, in the first supported review version', async () => {
    const { object, reviews } = await convert(v2({ spec: { b: 1 } }), ['v9', 'v1beta1', 'v1'])
    expect(object).toEqual({ ...thing, apiVersion: 'o.io/v2', spec: { b: 1 } })
    const [review] = reviews
    expect(review).toMatchObject({ apiVersion: `${GROUP}/v1beta1`, request: { desiredAPIVersion: 'o.io/v2' } })
    expect(review?.request.objects[0]?.metadata).not.toHaveProperty('resourceVersion')
  })

  it('accepts changed labels and annotations, and no other changed metadata', async () => {
    const metadata = { name: 'a', namespace: 'n', uid: 'u', labels: { l: 'y' }, annotations: { 'o.io/a': 'b' } }
    const { object } = await convert(v2({ metadata }))
    expect(object.metadata).toEqual({ ...thing.metadata, labels: { l: 'y' }, annotations: { 'o.io/a': 'b' } })
    expect((await convert(v2({ metadata: { name: 'a', namespace: 'n', uid: 'u' } }))).object.metadata?.labels).toBe(
      undefined,
    )
  })

  const meta = (change: JsonObject) => v2({ metadata: { name: 'a', namespace: 'n', uid: 'u', ...change } })
  it.each([
    [v2({ apiVersion: 'o.io/v1' }), 'invalid object at index 0: invalid groupVersion (expected o.io/v2, received o.io'],
    [v2({ kind: 'Other' }), 'returned invalid object at index 0: invalid kind (expected Thing, received Other)'],
    [meta({ name: 'b' }), 'returned invalid object: must have the same name: a != b'],
    [v2({ metadata: 'text' }), 'returned invalid object: must have the same name: a != '],
    [meta({ uid: 'w' }), 'returned invalid object: must have the same UID: u != w'],
    [meta({ labels: { n: 5 } }), 'invalid metadata: metadata.labels[n] must be a string, but is int64 in converted'],
    [meta({ labels: ['x'] }), 'invalid metadata: invalid metadata.labels of type []interface {} in converted object'],
    [meta({ annotations: { 'bad key!': 'x' } }), 'invalid metadata: metadata.annotation: Invalid value: "bad key!"'],
    [() => ({ convertedObjects: [] }), 'Kind=Thing returned 0 objects, expected 1'],
    [() => ({ uid: 'other' }), 'Kind=Thing failed: expected response.uid='],
    [() => ({ result: { status: 'Failure', message: 'cannot' } }), 'for o.io/v1, Kind=Thing failed: cannot'],
    [() => ({ result: {} }), `failed: response.result.status was '', not 'Success'`],
    [() => ({ convertedObjects: [null] }), 'unexpected end of JSON input'],
    [() => ({ convertedObjects: [{}] }), `Object 'Kind' is missing in '{}'`],
  ])('refuses an invalid response: %#', async (response, why) => {
    await expect(convert(response)).rejects.toThrow(why)
  })

  it('does not check the uid of a v1beta1 response', async () => {
    const stranger = () => ({ ...v2()(), uid: 'other' })
    expect((await convert(stranger, ['v1beta1'])).object.apiVersion).toBe('o.io/v2')
  })

  it('refuses the conversion without a service or a supported review version', async () => {
    const environment = { clock: virtualClock(), dialect: dialects.k8s, findService: () => undefined }
    const service = { clientConfig: { service: { name: 's', namespace: 'n' } }, conversionReviewVersions: ['v1'] }
    await expect(convertByWebhook(service, environment, thing, 'o.io/v2')).rejects.toThrow(
      'failed: Post "https://s.n.svc:443/?timeout=30s": service "s" not found',
    )
    await expect(convertByWebhook({}, environment, thing, 'o.io/v2')).rejects.toThrow('no supported conversion review')
  })
})
