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

describe('the server, outside of the resource paths,', () => {
  it.each(['/apis', '/apis/apps', '/metrics/slis'])('answers every method at %s', async (path) => {
    const { text } = await answer('GET', path)
    for (const method of ['POST', 'FOO']) expect(await answer(method, path)).toMatchObject({ status: 200, text })
  })

  it('counts health checks from one DELETE to the next', async () => {
    await answer('GET', '/livez')
    await answer('GET', '/livez')
    const { text } = await answer('GET', '/metrics/slis')
    expect(text).toContain('kubernetes_healthcheck{name="ping",type="livez"} 1\n')
    expect(text).toContain('kubernetes_healthchecks_total{name="ping",status="success",type="livez"} 2\n')
    expect(text).not.toContain('readyz')
    const reset = { status: 200, text: 'metrics reset\n', type: 'text/plain; charset=utf-8' }
    expect(await answer('DELETE', '/metrics/slis')).toEqual(reset)
    expect(await answer('GET', '/metrics/slis')).toMatchObject({ status: 200, text: '' })
  })

  it('resets counters with DELETE /metrics, and answers other methods like GET', async () => {
    await answer('GET', '/api')
    const counted = /^apiserver_request_total{.*resource="".*} [1-9]/m
    expect((await answer('POST', '/metrics')).text).toMatch(counted)
    expect((await answer('DELETE', '/metrics')).text).toBe('metrics reset\n')
    expect((await answer('GET', '/metrics')).text).not.toMatch(/verb="GET".*} [2-9]/)
  })

  it('answers a DELETE of /apis with the aggregated groups, and refuses a DELETE of /api with 405', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    expect(await answer('DELETE', '/apis', accept)).toMatchObject({ status: 200, type: accept })
    expect((await answer('DELETE', '/api', accept)).status).toBe(405)
  })

  it.each(['/api', '/apis/apps/v1', '/version', '/logs/'])('refuses a POST of %s with 405', async (path) => {
    expect((await answer('POST', path)).status).toBe(405)
  })

  it('accepts a range of media types at /apis but not at /api, and refuses an unknown type with 406', async () => {
    expect((await answer('GET', '/apis', 'application/*')).status).toBe(200)
    const refused = await answer('GET', '/apis/apps', 'text/html')
    expect(refused.status).toBe(406)
    expect(refused.text).toContain('only the following media types are accepted: application/json')
    expect((await answer('GET', '/api', 'application/*')).text).toContain('406: Not Acceptable')
  })

  it('serves every method at the document of a group, unless a second slash follows or the group is of API services', async () => {
    for (const path of ['/apis/apps', '/apis/apps/', '/apis/apiextensions.k8s.io'])
      expect((await answer('POST', path)).status).toBe(200)
    for (const path of ['/apis/apps//', '/apis/apiregistration.k8s.io', '/apis/apiregistration.k8s.io/']) {
      expect((await answer('GET', path)).status).toBe(200)
      expect((await answer('POST', path)).status).toBe(405)
    }
  })

  it('finds no document of a group without a name', async () => {
    for (const path of ['/apis//', '/apis//v1', '/apis//apps'])
      expect(await answer('POST', path)).toMatchObject({ status: 404, text: '404 page not found\n' })
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

  it('compresses no newer OpenAPI document', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const document = await send(server.handle, 'GET', '/openapi/v3/apis/apps/v1', { headers })
    expect([document.status, document.headers.has('content-encoding')]).toEqual([200, false])
  })

  it('redirects an older hash of OpenAPI without a body, in the media type of the document', async () => {
    const moved = await answer('GET', '/openapi/v3/apis/apps/v1?hash=X', 'application/json')
    expect(moved).toMatchObject({ status: 301, type: 'application/json', text: '' })
  })
})

describe('the server, at the paths for its process,', () => {
  it('refuses a media type at /logs, and redirects to a relative path', async () => {
    expect(await answer('GET', '/logs', 'application/yaml')).toMatchObject({ status: 406 })
    const { headers } = await send(server.handle, 'GET', '/logs', { headers: { accept: '*/*' } })
    expect(headers.get('location')).toBe('logs/')
    expect((await answer('GET', '/')).text).toContain('"/logs"')
  })

  it('redirects every method to the list of profiles, and finds no profile', async () => {
    const get = await send(server.handle, 'GET', '/debug/pprof')
    expect(get.headers.get('location')).toBe('/debug/pprof/')
    expect(get.text).toBe('<a href="/debug/pprof/">Found</a>.\n\n')
    expect(await answer('POST', '/debug/pprof')).toMatchObject({ status: 302, text: '' })
    expect((await answer('GET', '/debug/pprof/x')).text).toBe('Unknown profile\n')
    expect((await answer('GET', '/debug/x')).text).toBe('404 page not found\n')
  })

  it('answers 404 for an unknown OpenAPI path before it negotiates the media type', async () => {
    expect((await answer('GET', '/openapi/v2/', 'application/yaml')).text).toBe('404 page not found\n')
    expect((await answer('GET', '/openapi/v3/x', 'application/yaml')).status).toBe(404)
  })
})

describe('the server, for a request that lacks a part,', () => {
  const path = '/api/v1/namespaces/default'
  const made = (collection: string, body: object) =>
    send(server.handle, 'POST', `${path}/${collection}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('negotiates a log as an object or a text', async () => {
    await made('serviceaccounts', { metadata: { name: 's' }, automountServiceAccountToken: false })
    const spec = { serviceAccountName: 's', containers: [{ name: 'c', image: 'i' }] }
    await made('pods', { metadata: { name: 'p' }, spec })
    const metadata = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    expect((await answer('GET', `${path}/pods/p/log`, metadata)).status).toBe(500)
    const list = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    expect((await answer('GET', `${path}/pods/p/log`, list)).text).toContain('not a list (*rest.LocationStreamer)')
    expect((await answer('GET', `${path}/pods/none/log`, metadata)).status).toBe(404)
    expect((await answer('GET', `${path}/pods/none/log`, table)).status).toBe(406)
    expect((await answer('GET', `${path}/pods/p/log`, 'text/html')).text).toContain('text/plain, application/json')
  })

  it('reports a service without endpoints as not found', async () => {
    await made('services', { metadata: { name: 's' }, spec: { clusterIP: 'None' } })
    expect((await answer('GET', `${path}/services/s:80/proxy`)).text).toContain('services \\"s\\" not found')
  })

  it('refuses a Scale without a name before the object is read', async () => {
    const { text } = await send(server.handle, 'PUT', '/apis/apps/v1/namespaces/default/deployments/d/scale', {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(text).toContain('name must be provided')
  })

  it('requires a namespace for the deletion of a collection', async () => {
    expect((await answer('DELETE', '/api/v1/namespaces//pods')).text).toContain('Namespace parameter required.')
  })
})
