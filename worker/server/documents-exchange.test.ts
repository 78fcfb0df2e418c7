import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

let server: ApiServer

beforeEach(async () => {
  server = await createApiServer({ dialect: dialects.k8s, clock: virtualClock(), log: memoryLog() })
})
afterEach(() => server.close())

const answer = async (method: string, path: string, accept = '*/*') => {
  const { status, text, headers } = await send(server.handle, method, path, { headers: { accept } })
  return { status, text, type: headers.get('content-type') }
}

describe('documents outside the resources', () => {
  it.each(['/apis', '/apis/apps', '/metrics/slis'])('%s answers every method', async (path) => {
    const { text } = await answer('GET', path)
    for (const method of ['POST', 'DELETE', 'FOO'])
      expect(await answer(method, path)).toMatchObject({ status: 200, text })
  })

  it('aggregates the groups for every method', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    expect(await answer('DELETE', '/apis', accept)).toMatchObject({ status: 200, type: accept })
    expect((await answer('DELETE', '/api', accept)).status).toBe(405)
  })

  it.each(['/api', '/apis/apps/v1', '/version', '/logs/'])('%s answers GET only', async (path) => {
    expect((await answer('POST', path)).status).toBe(405)
  })

  it('accepts a range of types at /apis, and refuses unknown ones without details', async () => {
    expect((await answer('GET', '/apis', 'application/*')).status).toBe(200)
    const refused = await answer('GET', '/apis/apps', 'text/html')
    expect(refused.status).toBe(406)
    expect(refused.text).toContain('only the following media types are accepted: application/json')
    expect((await answer('GET', '/api', 'application/*')).text).toContain('406: Not Acceptable')
  })

  it('answers each issuer document in one media type only', async () => {
    expect((await answer('GET', '/openid/v1/jwks', 'application/json')).text).toContain(
      'Available representations: application/jwk-set+json',
    )
    expect((await answer('GET', '/.well-known/openid-configuration', 'text/html')).status).toBe(406)
  })

  it('refuses paths below an issuer document with a Status', async () => {
    expect((await answer('GET', '/openid/v1/jwks/')).status).toBe(200)
    for (const path of ['/openid/v1/jwks/x', '/.well-known/openid-configuration/x'])
      expect(await answer('POST', path)).toMatchObject({ status: 404, type: 'application/json' })
    expect((await answer('GET', '/.well-known/x')).text).toBe('404 page not found\n')
  })

  it('sends the index of OpenAPI as plain text', async () => {
    expect((await answer('GET', '/openapi/v3')).type).toBe('text/plain; charset=utf-8')
  })
})
