import { expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { type ApiServerOptions, createApiServer } from './api-server.ts'

const cluster = async (options: Partial<ApiServerOptions> = {}) => {
  const { handle } = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log: memoryLog(),
    ...options,
  })
  const request = (method: string, url: string, body?: JsonObject, headers: Record<string, string> = {}) =>
    send(handle, method, url, { body, headers: { 'content-type': 'application/json', ...headers } })
  await request('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
  return request
}

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

it('gives a controller whose status was written without labels the labels of its pods', async () => {
  const request = await cluster()
  const controllers = '/api/v1/namespaces/default/replicationcontrollers'
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await request('POST', controllers, { metadata: { name: 'r' }, spec: { selector: { a: 'b' }, template } })
  const { json } = await request('PUT', `${controllers}/r/status`, { metadata: { name: 'r' }, status: { replicas: 1 } })
  expect(json['metadata']).toMatchObject({ labels: { a: 'b' } })
})

it('fills the columns of a dry run in a version that is not stored', async () => {
  const request = await cluster()
  const event = {
    metadata: { name: 'e' },
    eventTime: '2024-05-01T10:00:00.000001Z',
    action: 'Do',
    reason: 'Done',
    type: 'Normal',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    regarding: { kind: 'Pod', name: 'x', namespace: 'default' },
  }
  const { json } = await request('POST', '/apis/events.k8s.io/v1/namespaces/default/events?dryRun=All', event, TABLE)
  const [row] = json['rows'] as { cells: unknown[] }[]
  expect(row?.cells).toEqual(expect.arrayContaining(['pod/x', 'example.com/c, c-1']))
})

it('checks the name of a signing request once its other fields are valid', async () => {
  const request = await cluster()
  const url = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
  const { json } = await request('POST', url, { metadata: { name: 'a/b' }, spec: {} })
  expect(json['message']).toContain('spec.request')
  expect(json['message']).not.toContain('metadata.name')
})

it('decodes a body of another kind as that kind before it refuses the body', async () => {
  const request = await cluster()
  const maps = '/api/v1/namespaces/default/configmaps'
  const refused = async (body: JsonObject) => (await request('POST', maps, body)).json['message']
  expect(await refused({ apiVersion: 'v1', kind: 'Secret', data: { a: 5 } })).toContain('cannot unmarshal')
  expect(await refused({ apiVersion: 'v1', kind: 'Secret' })).toContain('unknown conversion')
  expect(await refused({ apiVersion: 'v1', kind: 'PodList', items: ['a'] })).toContain('cannot unmarshal')
  expect(await refused({ apiVersion: 'v1', kind: 'PodList', items: [{}] })).toContain('unknown conversion')
})

it('looks for the kind of delete options in the version of the options', async () => {
  const request = await cluster()
  const { json } = await request('DELETE', '/api/v1/namespaces/default/configmaps/a', { kind: 'Deployment' })
  expect(json['message']).toContain('no kind "Deployment" is registered for version "meta.k8s.io/v1"')
})

it('refuses a patched apiVersion that is not a text', async () => {
  const request = await cluster()
  await request('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const { json } = await request('PATCH', '/api/v1/namespaces/default/configmaps/a', { apiVersion: 5 }, headers)
  expect(json['message']).toContain('cannot unmarshal number into Go struct field .apiVersion of type string')
})

it('reads the type of a body from names in any case, and of a patched object from the last name in byte order', async () => {
  const request = await cluster()
  const maps = '/api/v1/namespaces/default/configmaps'
  const other = await request('POST', maps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    Kind: 'Pod',
    metadata: { name: 'a' },
  })
  expect(other.json['message']).toContain('converting (v1.Pod) to (core.ConfigMap): unknown conversion')
  await request('POST', maps, { metadata: { name: 'a' } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  expect((await request('PATCH', `${maps}/a`, { Kind: 'Pod' }, headers)).status).toBe(200)
})

it('counts a given empty list of webhooks as a change', async () => {
  const request = await cluster()
  const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  await request('POST', hooks, { metadata: { name: 'h' } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const { json } = await request('PATCH', `${hooks}/h`, { webhooks: [] }, headers)
  expect(json['metadata']).toMatchObject({ generation: 2 })
})

it('has the kinds of options in each served version, and refuses them as bodies because of their conversion', async () => {
  const request = await cluster()
  const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
  const refused = async (apiVersion: string, kind: string) =>
    (await request('POST', leases, { apiVersion, kind })).json['message']
  expect(await refused('coordination.k8s.io/v1', 'DeleteOptions')).toContain('unknown conversion')
  expect(await refused('coordination.k8s.io/v1', 'APIGroup')).toContain('unknown conversion')
  expect(await refused('autoscaling/v2', 'DeleteOptions')).toContain('converting (v1.DeleteOptions) to')
  expect(await refused('policy/v1beta1', 'ListOptions')).toContain('converting (v1.ListOptions) to')
  expect(await refused('coordination.k8s.io/v1', 'SerializedReference')).toContain('is registered')
})

it('refuses another kind in the body of a delete', async () => {
  const request = await cluster()
  const place = '/api/v1/namespaces/default/configmaps/a'
  const refused = async (body: JsonObject) => (await request('DELETE', place, body)).json['message']
  const unversioned = '{"kind":"Pod","apiVersion":"policy/"}'
  expect(await refused({ kind: 'Pod', apiVersion: 'policy/' })).toBe(
    `Object 'apiVersion' is missing in '${unversioned}'`,
  )
  const conversion = 'converting (v1.CreateOptions) to (v1.DeleteOptions): unknown conversion'
  expect(await refused({ apiVersion: 'apps/v1', kind: 'CreateOptions' })).toBe(conversion)
  expect(await refused({ apiVersion: 'v1', kind: 'CreateOptions', dryRun: 'All' })).toContain('cannot unmarshal string')
  expect(await refused({ apiVersion: 'v1', kind: 'ConfigMap' })).toContain('no kind "ConfigMap" is registered')
})

it('requires the name of the pod in a binding once the rest is valid', async () => {
  const request = await cluster()
  const bindings = '/api/v1/namespaces/default/bindings'
  const { json } = await request('POST', bindings, { target: { kind: 'Node', name: 'n' } })
  expect(json).toMatchObject({ code: 400, message: 'Name parameter required.' })
})

it('reads the selector of a collection before the options of its deletion', async () => {
  const request = await cluster()
  const url = '/api/v1/namespaces/default/configmaps?gracePeriodSeconds=x&fieldSelector=a%3Db'
  const { json } = await request('DELETE', url)
  expect(json['message']).toContain('"a" is not a known field selector')
})

it('warns of a deprecated version unless the route refuses the type of the answer', async () => {
  const request = await cluster()
  const warning = async (accept: string): Promise<[number, string]> => {
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas/none'
    const { status, headers } = await request('GET', path, undefined, { accept })
    return [status, headers.get('warning') ?? '']
  }
  expect(await warning('application/json;as=X;g=meta.k8s.io;v=v1')).toEqual([406, expect.stringContaining('v1.29+')])
  expect(await warning('text/html')).toEqual([406, ''])
})

it('increments the generation of a definition for a change of a field whose feature is off', async () => {
  const request = await cluster()
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const schema = { openAPIV3Schema: { type: 'object' } }
  const version = { name: 'v1', served: true, storage: true, schema }
  const spec = { group: 'x.io', scope: 'Cluster', names: { plural: 'as', kind: 'A' }, versions: [version] }
  await request('POST', path, { metadata: { name: 'as.x.io' }, spec })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const versions = [{ ...version, selectableFields: [{ jsonPath: '.a' }] }]
  const { json } = await request('PATCH', `${path}/as.x.io`, { spec: { versions } }, headers)
  expect(json['metadata']).toMatchObject({ generation: 2 })
  expect(JSON.stringify(json['spec'])).not.toContain('selectableFields')
})

it('refuses an applied configuration whose managedFields have an unreadable time', async () => {
  const request = await cluster()
  const applied = async (time: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', managedFields: [{ manager: 'm', time }] },
    }
    const { json } = await request('PATCH', '/api/v1/namespaces/default/configmaps/a?fieldManager=m', body, headers)
    return [json['code'], json['message']]
  }
  const reason = 'unable to convert unstructured object to /v1, Kind=ConfigMap: parsing time "now" as'
  expect(await applied('now')).toEqual([500, expect.stringContaining(reason)])
  expect(await applied('2024-01-01T00:00:00Z')).toEqual([400, 'metadata.managedFields must be nil'])
})

it('takes generateName of an IPAddress as its whole name', async () => {
  const request = await cluster({ runtimeConfig: { 'api/all': true } })
  const spec = { parentRef: { resource: 'services', name: 'a' } }
  const path = '/apis/networking.k8s.io/v1alpha1/ipaddresses'
  const { json } = await request('POST', path, { metadata: { generateName: '10.0.0.7' }, spec })
  expect(json['metadata']).toMatchObject({ name: '10.0.0.7', generateName: '10.0.0.7' })
})

it('compares an eviction with the pod before it marks the pod, and finds a missing pod before a binding is compared', async () => {
  const request = await cluster()
  const pods = '/api/v1/namespaces/default/pods'
  const spec = { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false }
  await request('POST', pods, { metadata: { name: 'p' }, spec })
  const evicted = async (preconditions: JsonObject): Promise<unknown> => {
    const body = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
      deleteOptions: { preconditions },
    }
    return (await request('POST', `${pods}/p/eviction`, body)).json['message']
  }
  const refused = 'Operation cannot be fulfilled on Pod "p": the'
  expect(await evicted({ resourceVersion: '5' })).toMatch(`${refused} ResourceVersion in the precondition (5) does not`)
  expect(await evicted({ resourceVersion: '5', uid: 'u' })).toMatch(`${refused} UID in the precondition (u) does not`)
  expect((await request('GET', `${pods}/p`)).json['status']).not.toHaveProperty('conditions')
  const metadata = { name: 'none', uid: 'u' }
  const bound = await request('POST', `${pods}/none/binding`, { metadata, target: { name: 'n' } })
  expect(bound.json['message']).toBe('pods "none" not found')
})

it('drops the field owners of an object when managedFields is an empty list, also in a version that is not stored', async () => {
  const request = await cluster()
  const path = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
  const spec = { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 2 }
  await request('POST', path, { metadata: { name: 'h' }, spec })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const { json } = await request('PATCH', `${path}/h`, { metadata: { managedFields: [] } }, headers)
  expect(json['metadata']).not.toHaveProperty('managedFields')
})

it('updates a definition whose schema describes a property with the name of a field of quantities', async () => {
  const request = await cluster()
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const definition = (description: string): JsonObject => ({
    metadata: { name: 'widgets.a.io' },
    spec: {
      group: 'a.io',
      scope: 'Cluster',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { limits: { type: 'object', description } } } },
        },
      ],
    },
  })
  expect((await request('POST', definitions, definition('the most'))).response.status).toBe(201)
  const patch = { 'content-type': 'application/merge-patch+json' }
  const { response, json } = await request(
    'PATCH',
    `${definitions}/widgets.a.io`,
    definition('the maximum of each resource'),
    patch,
  )
  expect(response.status).toBe(200)
  expect(json['metadata']).toMatchObject({ generation: 2 })
})

it('names the faults of an event from before the second group first, then those of the metadata, then the others', async () => {
  const request = await cluster()
  const event = { metadata: { name: 'e', labels: { 'a b': 'c' } }, regarding: { namespace: 'other' }, type: 'Normal' }
  const { json } = await request('POST', '/apis/events.k8s.io/v1/namespaces/default/events', event)
  const { causes = [] } = json['details'] as { causes?: { field: string }[] }
  expect(causes.map(({ field }) => field)).toEqual(['involvedObject.namespace', 'metadata.labels', 'eventTime'])
})

it('reports an ephemeral container without a name as a duplicate of another one', async () => {
  const request = await cluster()
  const spec = { containers: [{ name: '', image: 'i' }], ephemeralContainers: [{ name: '', image: 'i' }] }
  const { json } = await request('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec })
  expect(json['message']).toContain('spec.ephemeralContainers[0].name: Duplicate value: ""')
})

it('warns about the template of a daemon set only when the template changes', async () => {
  const request = await cluster()
  const sets = '/apis/apps/v1/namespaces/default/daemonsets'
  const template = (image: string) => ({
    metadata: { labels: { a: 'b' } },
    spec: {
      containers: [{ name: 'c', image }],
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }],
    },
  })
  const set = (image: string, type: string) => ({
    metadata: { name: 's' },
    spec: { selector: { matchLabels: { a: 'b' } }, template: template(image), updateStrategy: { type } },
  })
  const warns = async (method: string, url: string, body: JsonObject) =>
    (await request(method, url, body)).headers.has('warning')
  expect(await warns('POST', sets, set('i', 'RollingUpdate'))).toBe(true)
  expect(await warns('PUT', `${sets}/s`, set('i', 'OnDelete'))).toBe(false)
  expect(await warns('PUT', `${sets}/s`, set('j', 'OnDelete'))).toBe(true)
})

it('answers an update that removes its object with the empty lists of the request', async () => {
  const request = await cluster()
  const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
  const role = (finalizers: string[]) => ({ metadata: { name: 'r', finalizers }, rules: [] })
  await request('POST', roles, role(['example.com/a']))
  await request('DELETE', `${roles}/r`)
  expect((await request('PUT', `${roles}/r`, role(['example.com/a']))).json['rules']).toBeNull()
  expect((await request('PUT', `${roles}/r`, role([]))).json['rules']).toEqual([])
  expect((await request('GET', `${roles}/r`)).status).toBe(404)
})

it('looks for the kind of a patched object without a version among the internal types of its group', async () => {
  const request = await cluster()
  const refusedBy = async (collection: string, change: JsonObject): Promise<unknown> => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    return (await request('PATCH', `${collection}/a`, change, headers)).json['message']
  }
  const maps = '/api/v1/namespaces/default/configmaps'
  await request('POST', maps, { metadata: { name: 'a' } })
  const inMap = async (kind: string, apiVersion: string | null = '') => refusedBy(maps, { kind, apiVersion })
  expect(await inMap('Secret')).toContain('converting (core.Secret) to (core.ConfigMap): unknown conversion')
  expect(await inMap('PodLogOptions', null)).toContain('converting (core.PodLogOptions) to (core.ConfigMap)')
  expect(await inMap('Status')).toContain('converting (v1.Status) to (core.ConfigMap)')
  expect(await inMap('WatchEvent', '/')).toContain('converting (v1.InternalEvent) to (core.ConfigMap)')
  const missing = (kind: string, group: string) =>
    `no kind "${kind}" is registered for the internal version of group "${group}" in scheme`
  expect(await inMap('DeleteOptions')).toContain(missing('DeleteOptions', ''))
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
  await request('POST', budgets, { metadata: { name: 'a' }, spec: { minAvailable: 1 } })
  const inBudget = async (kind: string) => refusedBy(budgets, { kind, apiVersion: 'policy/' })
  expect(await inBudget('Eviction')).toContain('converting (policy.Eviction) to (policy.PodDisruptionBudget)')
  expect(await inBudget('Secret')).toContain(missing('Secret', 'policy'))
  // The status of a budget is an object; the status of the kind Status is a text.
  expect(await inBudget('Status')).toContain('json: cannot unmarshal object into Go struct field Status.status')
})
