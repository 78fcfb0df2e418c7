import { describe, expect, it } from 'vitest'
import { makeCertificate, pem } from '../../worker/certificates/der-fixture.ts'
import { certificateIdentity } from './certificate-identity.ts'
import { namedUser } from './identity-choices.ts'

describe('a user with groups', () => {
  it('has trimmed names and no empty groups', () => {
    expect(namedUser(' ada ', 'dev, ops,,')).toEqual({ name: 'ada', user: 'ada', groups: ['dev', 'ops'] })
  })

  it.each([
    ['no name', ' ', '', 'Write the name'],
    ['a name that is invalid in a header', 'a\nb', '', 'plain ASCII'],
    ['a group that is invalid in a header', 'ada', 'dév', 'plain ASCII'],
    ['too many groups', 'ada', 'g,'.repeat(33), 'At most 32'],
  ])('is refused for %s', (_why, user, groups, message) => {
    expect(() => namedUser(user, groups)).toThrow(message)
  })
})

describe('a signed certificate', () => {
  it('names a user and groups', () => {
    const text = btoa(pem(makeCertificate(false)))
    expect(certificateIdentity('csr', text)).toEqual({ name: 'csr', user: 'node', groups: ['system:nodes'] })
  })

  it.each([
    ['for empty text', ''],
    ['for text that is not base64', '%'],
    ['without a PEM block', btoa('hello')],
    ['for a PEM block that is not a certificate', btoa(pem(Uint8Array.of(1, 2, 3)))],
  ])('has no identity %s', (_why, text) => {
    expect(certificateIdentity('csr', text)).toBeUndefined()
  })
})
