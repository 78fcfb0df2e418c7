import { expect, it } from 'vitest'
import { createApiServer } from './api-server.ts'
import { send } from './api-server-fixture.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const OWN_REVIEW = '/apis/authentication.svc.io/v1/selfsubjectreviews'

it('accepts its own service account tokens, and publishes issuer and keys', async () => {
  const server = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog() })
  const json = { 'content-type': 'application/json' }
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await send(server.handle, 'POST', accounts, { body: JSON.stringify({ metadata: { name: 'a' } }), headers: json })
  const asked = await send(server.handle, 'POST', `${accounts}/a/token`, { body: '{}', headers: json })
  expect(asked.status).toBe(201)
  const { token } = asked.json.status as unknown as { token: string }
  const whoAmI = async (bearer: string) =>
    send(server.handle, 'POST', OWN_REVIEW, { body: '{}', headers: { ...json, authorization: `Bearer ${bearer}` } })
  expect((await whoAmI(token)).json.status).toMatchObject({ userInfo: { username: 'system:serviceaccount:default:a' } })
  expect((await whoAmI(`${token}A`)).status).toBe(401)

  const discovery = await send(server.handle, 'GET', '/.well-known/openid-configuration')
  expect(discovery.json).toMatchObject({
    issuer: 'https://svc.default.svc.cluster.local',
    id_token_signing_alg_values_supported: ['ES256'],
  })
  const { json: set } = await send(server.handle, 'GET', '/openid/v1/jwks')
  expect(set).toMatchObject({ keys: [{ use: 'sig', kty: 'EC', alg: 'ES256', crv: 'P-256' }] })
  expect(JSON.stringify(set)).not.toContain('"d"')
  await server.close()
})

it('shortens requested lifetimes to the configured maximum, and publishes the configured address of its keys', async () => {
  const server = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log: memoryLog(),
    serviceAccounts: { issuers: ['https://here'], longest: 3600, keysAddress: 'https://keys.example/jwks' },
  })
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await send(server.handle, 'POST', accounts, { body: { metadata: { name: 'a' } } })
  const asked = await send(server.handle, 'POST', `${accounts}/a/token`, {
    body: { spec: { expirationSeconds: 7200 } },
  })
  expect(asked.json.spec).toMatchObject({ expirationSeconds: 3600 })
  expect(asked.headers.get('warning')).toBe('299 - "requested expiration of 7200 seconds shortened to 3600 seconds"')
  const discovery = await send(server.handle, 'GET', '/.well-known/openid-configuration')
  expect(discovery.json).toMatchObject({ jwks_uri: 'https://keys.example/jwks' })
  await server.close()
})
