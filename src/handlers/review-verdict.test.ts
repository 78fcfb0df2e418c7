import { expect, it } from 'vitest'
import { reviewVerdict } from './review-verdict.ts'

it.each([
  [{ kind: 'AdmissionReview', response: { allowed: true } }, 'allowed'],
  [{ kind: 'AdmissionReview', response: { allowed: true, patch: 'W10=' } }, 'allowed, changed'],
  [{ kind: 'AdmissionReview', response: { allowed: false, status: { message: 'no owner' } } }, 'denied: no owner'],
  [{ kind: 'AdmissionReview', response: { allowed: false } }, 'denied'],
  [{ kind: 'ConversionReview', response: { result: { status: 'Success' } } }, 'converted'],
  [{ kind: 'ConversionReview', response: { result: { status: 'Failure', message: 'a' } } }, 'failed: a'],
  [{ kind: 'TokenReview', status: { authenticated: true } }, 'authenticated'],
  [{ kind: 'TokenReview', status: {} }, 'not authenticated'],
  [{ kind: 'SubjectAccessReview', status: { allowed: false, denied: true, reason: 'a' } }, 'denied: a'],
  [{ kind: 'SubjectAccessReview', status: { allowed: false } }, 'no opinion'],
  [{ kind: 'ImageReview', status: { allowed: false, reason: 'old' } }, 'denied: old'],
  [{ kind: 'Other' }, undefined],
  [null, undefined],
])('says the verdict of %j', (review, verdict) => {
  expect(reviewVerdict(JSON.stringify(review))).toBe(verdict)
})

it('has no verdict for a text', () => {
  expect(reviewVerdict('Not found')).toBeUndefined()
})
