import { afterEach, describe, expect, it } from 'vitest'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer, ApiServerOptions } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { k: 'v' } }

let server: ApiServer

async function audited(rules: JsonObject[], options: Partial<ApiServerOptions> = {}): Promise<JsonObject[]> {
  const events: JsonObject[] = []
  const policy = { kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules }
  const audit = { policy, sink: (event: JsonObject) => events.push(event) > 0 }
  server = await createApiServer({ dialect: dialects.k8s, clock: virtualClock(), log: memoryLog(), audit, ...options })
  return events
}

afterEach(() => server.close())

describe('audit', () => {
  it('records user, request, time and the decision of the authorisation', async () => {
    const events = await audited([{ level: 'Metadata' }])
    const headers = { 'user-agent': 'test/1', 'audit-id': 'i', 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }
    await send(server.handle, 'GET', `${maps}/none`, { headers })
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete'])
    expect(events[1]).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: 'i',
      stage: 'ResponseComplete',
      requestURI: `${maps}/none`,
      verb: 'get',
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      sourceIPs: ['10.0.0.1', '10.0.0.2'],
      userAgent: 'test/1',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'none', apiVersion: 'v1' },
      responseStatus: {
        metadata: {},
        status: 'Failure',
        message: 'configmaps "none" not found',
        reason: 'NotFound',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      },
      requestReceivedTimestamp: expect.stringMatching(/\.\d{6}Z$/) as unknown,
      stageTimestamp: expect.stringMatching(/\.\d{6}Z$/) as unknown,
      annotations: expect.objectContaining({ 'authorization.k8s.io/decision': 'allow' }) as unknown,
    })
  })

  it('records the objects that the level requires, from a YAML request and a protobuf answer', async () => {
    const events = await audited([
      { level: 'Request', verbs: ['create'], omitStages: ['RequestReceived'] },
      { level: 'RequestResponse', verbs: ['get'], omitStages: ['RequestReceived'], omitManagedFields: true },
    ])
    const yaml = 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata: {k: v}\n'
    await send(server.handle, 'POST', maps, { body: yaml, headers: { 'content-type': 'application/yaml' } })
    await send(server.handle, 'GET', `${maps}/a`, { headers: { accept: 'application/vnd.kubernetes.protobuf' } })
    await send(server.handle, 'DELETE', `${maps}/a`)
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ requestObject: map, responseStatus: { code: 201 } })
    expect(events[0]).not.toHaveProperty('responseObject')
    expect(events[1]).toMatchObject({ responseObject: { kind: 'ConfigMap', data: { k: 'v' } } })
    expect(JSON.stringify(events[1])).not.toContain('managedFields')
  })

  it('records the decoded object of a request with its defaults, and a patch as it was sent', async () => {
    const events = await audited([{ level: 'Request', omitStages: ['RequestReceived'], omitManagedFields: true }])
    const spec = {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    }
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await send(server.handle, 'POST', deployments, { body: { metadata: { name: 'd', uid: 'x' }, spec, unknown: 1 } })
    const patch = { metadata: { managedFields: [] }, unknown: 1 }
    const headers = { 'content-type': 'application/merge-patch+json' }
    await send(server.handle, 'PATCH', `${deployments}/d`, { body: patch, headers })
    await send(server.handle, 'PATCH', `${deployments}/d`, { body: '{', headers })
    await send(server.handle, 'POST', `${deployments}?fieldValidation=Strict`, {
      body: { metadata: { name: 'e' }, x: 1 },
    })
    expect(events.map(({ requestObject }) => requestObject)).toEqual([
      expect.objectContaining({ kind: 'Deployment', apiVersion: 'apps/v1', status: {} }) as unknown,
      patch,
      undefined,
      undefined,
    ])
    expect(events[0]).toMatchObject({
      objectRef: { name: 'd', uid: 'x' },
      requestObject: { metadata: { uid: 'x', creationTimestamp: null }, spec: { replicas: 1, strategy: {} } },
    })
    expect(events[0]?.['requestObject']).not.toHaveProperty('unknown')
    expect(events[3]?.['objectRef']).not.toHaveProperty('name')
  })

  it('records the options of a deletion, and the Status that answers it', async () => {
    const events = await audited([{ level: 'RequestResponse', verbs: ['delete'], omitStages: ['RequestReceived'] }])
    await send(server.handle, 'POST', maps, { body: map })
    await send(server.handle, 'DELETE', `${maps}/a`, { body: { propagationPolicy: 'Background' } })
    await send(server.handle, 'DELETE', `${maps}/a?propagationPolicy=Background`)
    const details = { name: 'a', kind: 'configmaps', uid: expect.any(String) as unknown }
    expect(events[0]).toMatchObject({
      requestObject: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', propagationPolicy: 'Background' },
      responseStatus: { metadata: {}, status: 'Success', details, code: 200 },
      responseObject: { kind: 'Status', status: 'Success', details },
    })
    expect(events[1]).not.toHaveProperty('requestObject')
  })

  it('records the documents of the discovery, and two events of a request that may stream', async () => {
    const events = await audited([{ level: 'RequestResponse', omitStages: ['RequestReceived'] }])
    await send(server.handle, 'GET', '/apis/apps')
    await send(server.handle, 'GET', '/version')
    await send(server.handle, 'GET', '/api/v1/namespaces/default/pods/p/log')
    expect(events[0]).toMatchObject({ responseObject: { kind: 'APIGroup', name: 'apps' } })
    expect(events[1]).not.toHaveProperty('responseObject')
    const status = { responseStatus: { code: 404 }, responseObject: { kind: 'Status' } }
    expect(events.slice(2)).toMatchObject([
      { stage: 'ResponseStarted', ...status },
      { stage: 'ResponseComplete', ...status },
    ])
  })

  it('records aggregated discovery, and answers documents that are not objects', async () => {
    const events = await audited([{ level: 'RequestResponse', omitStages: ['RequestReceived'] }])
    const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    await send(server.handle, 'GET', '/apis', { headers: { accept: aggregated } })
    const accept = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
    const schemas = await send(server.handle, 'GET', '/openapi/v2', { headers: { accept } })
    expect([schemas.status, schemas.headers.get('content-type')]).toEqual([200, accept])
    await send(server.handle, 'GET', '/openapi/v3/api/v1')
    expect(events).toMatchObject([
      { responseObject: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' } },
      { requestURI: '/openapi/v2', responseStatus: { code: 200 } },
      { requestURI: '/openapi/v3/api/v1', responseStatus: { code: 200 } },
    ])
    for (const event of events.slice(1)) expect(event).not.toHaveProperty('responseObject')
  })

  it('records the patch of a mutating webhook from level Request on', async () => {
    const events = await audited(
      [
        { level: 'Metadata', resources: [{ group: '', resources: ['secrets'] }], omitStages: ['RequestReceived'] },
        { level: 'Request', resources: [{ group: '', resources: ['configmaps'] }], omitStages: ['RequestReceived'] },
      ],
      {
        callWebhook: ({ body = '' }) => {
          const { apiVersion, request } = JSON.parse(body) as { apiVersion: string; request: { uid: string } }
          const patch = btoa(JSON.stringify([{ path: '/metadata/labels', op: 'add', value: { a: 'b' } }]))
          const response = { uid: request.uid, allowed: true, patchType: 'JSONPatch', patch }
          return Promise.resolve(answerOf({ apiVersion, kind: 'AdmissionReview', response }))
        },
      },
    )
    await send(server.handle, 'POST', '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
      body: {
        metadata: { name: 'm' },
        webhooks: [
          {
            name: 'a.example.com',
            clientConfig: { url: 'https://example.com' },
            rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps', 'secrets'] }],
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      },
    })
    await send(server.handle, 'POST', maps, { body: map })
    await send(server.handle, 'POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' } } })
    const key = 'patch.webhook.admission.k8s.io/round_0_index_0'
    const patches = events.map(({ annotations }) => (annotations as Record<string, string>)[key])
    expect(patches).toEqual([
      '{"configuration":"m","webhook":"a.example.com","patch":[{"op":"add","path":"/metadata/labels","value":{"a":"b"}}],"patchType":"JSONPatch"}',
      undefined,
    ])
  })

  it('records the start and the end of a watch, and a deprecated version', async () => {
    const events = await audited([{ level: 'Metadata', omitStages: ['RequestReceived'] }])
    const watch = await send(server.handle, 'GET', '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas?watch=1')
    expect(watch.status).toBe(200)
    const { body } = watch.response
    if (!isByteStream(body)) throw new Error('the answer is not a stream')
    body.start({ write: () => undefined, end: () => undefined, backlog: () => 0 })
    expect(events).toHaveLength(1)
    body.stop()
    body.stop()
    expect(events).toMatchObject([
      {
        stage: 'ResponseStarted',
        verb: 'watch',
        annotations: { 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.32' },
      },
      { stage: 'ResponseComplete', verb: 'watch', responseStatus: { code: 200 } },
    ])
  })

  it('records a request that fails authentication, without a user', async () => {
    const events = await audited([{ level: 'Metadata' }], { tokens: 'secret,alice,1\n' })
    const answer = await send(server.handle, 'GET', maps, { headers: { authorization: 'Bearer wrong' } })
    expect(answer.status).toBe(401)
    const responseStatus = { metadata: {}, message: 'Authentication failed, attempted: bearer', code: 401 }
    expect(events).toMatchObject([{ stage: 'ResponseStarted', user: {}, responseStatus }])
  })

  it('takes the name of a created object from the body', async () => {
    const events = await audited([{ level: 'Metadata', omitStages: ['RequestReceived'] }])
    await send(server.handle, 'POST', maps, { body: map })
    const objectRef = { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' }
    expect(events).toMatchObject([{ verb: 'create', objectRef }])
    expect(events[0]).not.toHaveProperty('requestObject')
  })

  it('is shown at /debug/audit when there is no sink', async () => {
    const policy = { kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules: [{ level: 'Metadata', verbs: ['list'] }] }
    await audited([{ level: 'None' }])
    await server.close()
    await audited([{ level: 'None' }], { audit: { policy } })
    await send(server.handle, 'GET', maps)
    const shown = (await send(server.handle, 'GET', '/debug/audit')).json
    expect(shown).toMatchObject({ items: [{ verb: 'list' }, { verb: 'list', responseStatus: { code: 200 } }] })
  })
})
