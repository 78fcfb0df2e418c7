import { expect, test } from 'vitest'
import { chosenReply, replyBody } from './webhook-reply.ts'

const review = { apiVersion: 'v1', kind: 'AdmissionReview', request: { uid: 'u', name: 'a', object: { x: 1 } } }

test('gives the first reply whose condition holds; null means an absent member', () => {
  const respond = [
    { when: { 'request.object.x': 2 }, text: 'two' },
    { when: { 'request.missing': null }, text: 'none' },
  ]
  expect(chosenReply({ path: '/', respond }, review, 0).text).toBe('none')
})

test('repeats the last of the replies that are given in turn', () => {
  const hook = { path: '/', responses: [{ text: 'a' }, { text: 'b' }] }
  expect([0, 1, 2].map((turn) => chosenReply(hook, review, turn).text)).toEqual(['a', 'b', 'b'])
})

test('encodes the patch of a review and adds uid and patchType', () => {
  const body = replyBody({ review: { allowed: true, patch: [{ op: 'remove', path: '/x' }] } }, review, '')
  expect(JSON.parse(body)).toEqual({
    apiVersion: 'v1',
    kind: 'AdmissionReview',
    response: {
      uid: 'u',
      allowed: true,
      patch: Buffer.from('[{"op":"remove","path":"/x"}]').toString('base64'),
      patchType: 'JSONPatch',
    },
  })
})

test('converts every object with the operations of the desired version', () => {
  const request = { uid: 'u', desiredAPIVersion: 'g/v2', objects: [{ apiVersion: 'g/v1', spec: { a: 'x:y', d: 1 } }] }
  const convert = { v2: [{ split: ['spec.a', ['spec.b', 'spec.c'], ':'] as const }, { remove: 'spec.d' }] }
  const body = JSON.parse(replyBody({ convert }, { apiVersion: 'v1', request }, '')) as { response: unknown }
  expect(body.response).toEqual({
    uid: 'u',
    convertedObjects: [{ apiVersion: 'g/v2', spec: { b: 'x', c: 'y' } }],
    result: { status: 'Success' },
  })
})
