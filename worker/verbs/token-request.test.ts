import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { plain, testCluster } from './verbs-fixture.ts'

async function account() {
  const { create, verbs, target, caller } = await testCluster()
  await create('serviceaccounts', { metadata: { name: 'a' } })
  await create('secrets', { metadata: { name: 's' } })
  const request = async (spec: JsonObject, name = 'a') =>
    verbs.create(target('serviceaccounts', name, 'default', 'token'), caller, { spec }, plain)
  const bound = (apiVersion: string, kind: string, name: string, uid = '') =>
    request({ boundObjectRef: { apiVersion, kind, name, ...(uid !== '' && { uid }) } })
  return { request, bound }
}

describe('a request for a token', () => {
  it('is about an account that is there, for as long as is allowed', async () => {
    const { request } = await account()
    await expect(request({}, 'b')).rejects.toThrow('serviceaccounts "b" not found')
    const invalid = 'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: '
    await expect(request({ expirationSeconds: 599 })).rejects.toThrow(
      `${invalid}599: may not specify a duration less than 10 minutes`,
    )
    await expect(request({ expirationSeconds: 4294967297 })).rejects.toThrow(
      `${invalid}4294967297: may not specify a duration larger than 2^32 seconds`,
    )
  })

  it('binds to a pod or a secret that is there', async () => {
    const { bound } = await account()
    await expect(bound('v1', 'Secret', 'absent')).rejects.toThrow('secrets "absent" not found')
    await expect(bound('v1', 'Secret', 's', 'other')).rejects.toThrow(
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (other) does not match',
    )
    await expect(bound('apps/v1', 'Deployment', 'd')).rejects.toThrow(
      'cannot bind token to object of type apps/v1, Kind=Deployment',
    )
    await expect(bound('v1', 'Node', 'n')).rejects.toThrow('feature-gate is disabled')
  })

  it('is not answered without a key', async () => {
    const { request, bound } = await account()
    await expect(request({})).rejects.toThrow('the server has no key to sign tokens with')
    await expect(bound('v1', 'Secret', 's')).rejects.toThrow('the server has no key to sign tokens with')
  })
})
