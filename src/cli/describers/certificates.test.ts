import { expect, test } from 'vitest'
import { toBase64 } from '../../../worker/runtime/bytes.ts'
import { makeRequest, pem } from '../../../worker/certificates/der-fixture.ts'
import { certificateRequestText } from './certificates.ts'
import { linesOf } from './describe-context.fixture.ts'

test('describes the subject and the state of a certificate request', async () => {
  const der = await makeRequest({ '2.5.4.3': 'ann', '2.5.4.10': 'dev' })
  const text = `-----BEGIN CERTIFICATE REQUEST-----\n${toBase64(der)}\n-----END CERTIFICATE REQUEST-----\n`
  const lines = await linesOf(certificateRequestText, {
    metadata: { name: 'r', labels: { b: '2', a: '1' } },
    spec: { request: btoa(text), expirationSeconds: 3600, username: 'u' },
    status: { conditions: [{ type: 'Approved' }, { type: 'Failed' }] },
  })
  expect(lines).toContain('Labels:              a=1,b=2')
  expect(lines).toContain('Requested Duration:  60m')
  expect(lines).toContain('Status:              Approved,Failed')
  expect(lines).toContain('  Common Name:    ann')
  expect(lines).toContain('  Organization:   dev')
})

test('refuses bytes that are not a certificate request', async () => {
  const spec = { request: btoa(pem(new Uint8Array([1]))) }
  await expect(linesOf(certificateRequestText, { spec })).rejects.toThrow('PEM block type must be CERTIFICATE REQUEST')
})
