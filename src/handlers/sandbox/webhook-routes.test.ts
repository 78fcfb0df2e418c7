import { describe, expect, it } from 'vitest'
import type { HandledObject, WebhookHandler } from '../handler.ts'
import { answerRequest } from './webhook-routes.ts'

const object: HandledObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

const handler: WebhookHandler = {
  kind: 'webhook',
  service: 'default/guard',
  routes: {
    '/deny': { admission: () => ({ denied: 'no', code: 422, warnings: ['careful'] }) },
    '/label': { admission: ({ object: one }) => (one === null ? undefined : { object: labelled(one) }) },
    '/nothing': { admission: () => undefined },
    '/throws': {
      admission() {
        throw new TypeError('ouch')
      },
    },
    '/convert': { convert: (one) => ({ ...one, spec: 'new' }) },
    '/text': { http: ({ method, query }) => ({ status: 418, body: `${method} ${query}` }) },
  },
}

function labelled(one: HandledObject): HandledObject {
  one.metadata.labels = { owner: 'ünknown' }
  return one
}

const call = (path: string, request: unknown, apiVersion = 'admission.k8s.io/v1') =>
  answerRequest(
    handler,
    {
      method: 'POST',
      path,
      query: 'timeout=10s',
      body: JSON.stringify({ apiVersion, kind: 'AdmissionReview', request }),
    },
    String,
  )

const response = async (path: string, request: unknown): Promise<Record<string, unknown>> =>
  (JSON.parse((await call(path, request)).body) as { response: Record<string, unknown> }).response

describe('answerRequest', () => {
  it('answers a denial with message, code and warnings', async () => {
    expect(await response('/deny', { uid: 'u', object })).toEqual({
      uid: 'u',
      allowed: false,
      status: { message: 'no', code: 422 },
      warnings: ['careful'],
    })
  })

  it('derives the patch of a changed object', async () => {
    const { patch, patchType, allowed } = await response('/label', { uid: 'u', object })
    const text = new TextDecoder().decode(Uint8Array.from(atob(String(patch)), (char) => char.charCodeAt(0)))
    expect([allowed, patchType, JSON.parse(text)]).toEqual([
      true,
      'JSONPatch',
      [{ op: 'add', path: '/metadata/labels', value: { owner: 'ünknown' } }],
    ])
  })

  it('allows a request without a verdict, and answers in the version of the review', async () => {
    expect(await response('/nothing', { uid: 'u', object })).toEqual({ uid: 'u', allowed: true })
    expect((await call('/nothing', { uid: 'u', object }, 'admission.k8s.io/v1beta1')).body).toContain('v1beta1')
  })

  it('converts each object to the desired version', async () => {
    const request = { uid: 'u', desiredAPIVersion: 'g/v2', objects: [object] }
    expect(await response('/convert', request)).toEqual({
      uid: 'u',
      result: { status: 'Success' },
      convertedObjects: [{ ...object, apiVersion: 'g/v2', spec: 'new' }],
    })
  })

  it('answers 500 with the error of a route, 404 for another path, and the response of an HTTP route', async () => {
    expect(await call('/throws', { uid: 'u', object })).toMatchObject({ status: 500, body: 'TypeError: ouch' })
    expect(await call('/other', {})).toMatchObject({ status: 404 })
    expect(await call('/text', {})).toEqual({ status: 418, body: 'POST timeout=10s' })
  })
})
