import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { readVerdict } from './verdict.ts'

const read = (text: string, version: 'v1' | 'v1beta1' = 'v1', mutating = false) =>
  readVerdict(new TextEncoder().encode(text), { uid: 'u', version, mutating }, dialects.k8s)

const review = (response: object, more: object = {}): string =>
  JSON.stringify({
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    response: { uid: 'u', ...response },
    ...more,
  })

describe('readVerdict', () => {
  it('reads JSON and YAML alike', async () => {
    expect(await read(review({ allowed: true }))).toMatchObject({ allowed: true, patch: undefined })
    const yaml = 'kind: AdmissionReview\napiVersion: admission.k8s.io/v1\nresponse: {uid: u, allowed: true}\n'
    expect(await read(yaml)).toMatchObject({ allowed: true })
  })

  it.each([
    ['{', "failed to call webhook: couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['{}', 'received invalid webhook response: webhook response was absent'],
    [review({ uid: 'v' }), 'received invalid webhook response: expected response.uid="u", got "v"'],
    [review({}, { kind: '' }), 'got admission.k8s.io/v1, Kind='],
    [review({}, { apiVersion: '' }), 'got /, Kind=AdmissionReview'],
    [review({ patch: 'e30=' }), 'received invalid webhook response: validating webhook may not return response.patch'],
    [review({ allowed: 'yes' }), 'failed to call webhook: json: cannot unmarshal string into Go struct field'],
    ['{"kind":"Pod","apiVersion":"v1"}', 'failed to call webhook: no kind "Pod" is registered for version "v1"'],
    ['{"kind":"Pod","apiVersion":"a/b/c"}', 'failed to call webhook: unexpected GroupVersion string: a/b/c'],
    ['{"kind":"Status","apiVersion":"v1"}', 'converting (v1.Status) to (v1.AdmissionReview): unknown conversion'],
    [
      review({ allowed: 1 }, { apiVersion: 'admission.k8s.io/v1beta1' }),
      'failed to call webhook: json: cannot unmarshal number',
    ],
  ])('refuses %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  it('requires fewer fields of a v1beta1 answer', async () => {
    const beta = review(
      { uid: 'v', allowed: true, patch: 'e30=' },
      { apiVersion: 'admission.k8s.io/v1beta1', kind: '' },
    )
    expect(await read(beta, 'v1beta1', true)).toMatchObject({ allowed: true, patch: '{}', patchType: 'JSONPatch' })
    await expect(read(review({}), 'v1beta1')).rejects.toThrow(
      'converting (v1.AdmissionReview) to (v1beta1.AdmissionReview)',
    )
  })
})
