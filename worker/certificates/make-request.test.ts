import { expect, it } from 'vitest'
import { readCertificateRequest } from './certificate-request.ts'
import { NO_NAMES } from './alternative-names.ts'
import { makeCertificateRequest } from './make-request.ts'
import { signatureFault } from './signature.ts'

const subject = [
  { type: '2.5.4.10', value: 'developers' },
  { type: '2.5.4.3', value: 'alice' },
]

it.each(['ECDSA', 'RSA', 'Ed25519'] as const)('a request with a key of %s is signed by that key', async (kind) => {
  const names = { ...NO_NAMES, dns: ['web.shop.svc'] }
  const { request } = await makeCertificateRequest(kind, subject, names)
  const read = readCertificateRequest(request)
  expect(read.subject).toEqual({ commonName: 'alice', organizations: ['developers'] })
  expect(read.alternativeNames.dns).toEqual(['web.shop.svc'])
  expect(await signatureFault(read)).toBeUndefined()
})
