import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { formatTime } from '../clock/clock.ts'
import { textAt } from '../resources/path.ts'
import { plain, testCluster } from './verbs-fixture.ts'

async function account() {
  const { create, verbs, target, caller, clock } = await testCluster()
  await create('serviceaccounts', { metadata: { name: 'a' } })
  await create('secrets', { metadata: { name: 's' } })
  const request = async (spec: JsonObject, name = 'a') =>
    verbs.create(target('serviceaccounts', name, 'default', 'token'), caller, { spec }, plain)
  const bound = (kind: string, name: string, { apiVersion = 'v1', expirationSeconds = 3600, uid = '' } = {}) =>
    request({ expirationSeconds, boundObjectRef: { apiVersion, kind, name, ...(uid !== '' && { uid }) } })
  return { request, bound, clock, create }
}

function claims(object: JsonObject): JsonObject {
  const payload = textAt(object, 'status.token').split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as JsonObject
}

describe('a request for a token', () => {
  it('requires an existing account and an allowed duration', async () => {
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

  it('refuses to bind to an absent object, a wrong UID, an unsupported kind, and a node without its feature gate', async () => {
    const { bound } = await account()
    await expect(bound('Secret', 'absent')).rejects.toThrow('secrets "absent" not found')
    await expect(bound('Secret', 's', { uid: 'other' })).rejects.toThrow(
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (other) does not match',
    )
    await expect(bound('Deployment', 'd', { apiVersion: 'apps/v1' })).rejects.toThrow(
      'cannot bind token to object of type apps/v1, Kind=Deployment',
    )
    await expect(bound('Node', 'n')).rejects.toThrow('feature-gate is disabled')
  })

  it('returns a token with its account, bound object and lifetime', async () => {
    const { request, bound, clock } = await account()
    const { object, created } = await request({ expirationSeconds: 700 })
    expect(created).toBe(true)
    expect(object).toMatchObject({
      kind: 'TokenRequest',
      metadata: { name: 'a', namespace: 'default' },
      spec: { audiences: ['https://here'], expirationSeconds: 700 },
      status: { expirationTimestamp: formatTime(clock.now() + 700_000) },
    })
    const at = Math.floor(clock.now() / 1000)
    expect(claims(object)).toMatchObject({ iat: at, exp: at + 700, sub: 'system:serviceaccount:default:a' })
    expect(claims((await bound('Secret', 's')).object)['kubernetes.io']).toMatchObject({
      namespace: 'default',
      secret: { name: 's' },
      serviceaccount: { name: 'a' },
    })
  })

  it('names the writer of a given status as the owner of its fields', async () => {
    const { verbs, target, caller, create } = await testCluster()
    await create('serviceaccounts', { metadata: { name: 'a' } })
    const body = { spec: {}, status: { token: 'x' } }
    const { object } = await verbs.create(target('serviceaccounts', 'a', 'default', 'token'), caller, body, plain)
    const [owner] = object.metadata?.managedFields ?? []
    expect(owner?.fieldsV1?.['f:status']).toEqual({ 'f:token': {} })
  })

  it('returns a token for a year for the lifetime of the plugin’s token volumes, with warnafter at that lifetime', async () => {
    const { bound, create } = await account()
    const spec = { serviceAccountName: 'a', containers: [{ name: 'c', image: 'i' }], nodeName: 'gone' }
    await create('pods', { metadata: { name: 'p' }, spec })
    const { object } = await bound('Pod', 'p', { expirationSeconds: 3607 })
    const { iat, exp, ['kubernetes.io']: own } = claims(object)
    expect(Number(exp) - Number(iat)).toBe(365 * 24 * 3600)
    expect(own).toMatchObject({ pod: { name: 'p' }, node: { name: 'gone' }, warnafter: Number(iat) + 3607 })
  })
})
