import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { valueAt } from '../resources/path.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import type { Answer } from './api-server-fixture.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

// Expected answers are recorded from kube-apiserver 1.30.14.

let server: ApiServer

beforeAll(async () => {
  server = await createApiServer({ dialect: dialects.k8s, clock: virtualClock(), log: memoryLog(), defaultUser: 'admin' })
  await ask('POST', `${CORE}/serviceaccounts`, { metadata: { name: 'default' } })
}) // prettier-ignore
afterAll(() => server.close())

const ask = (method: string, url: string, body: JsonObject | string, type = 'application/json'): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

const CORE = '/api/v1/namespaces/default'
const APPS = '/apis/apps/v1/namespaces/default'
const BATCH = '/apis/batch/v1/namespaces/default'

const template = (spec: JsonObject = {}): JsonObject => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const workload = (name: string, spec: JsonObject = {}, annotations: JsonObject = {}): JsonObject => ({
  metadata: { name, annotations },
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(), ...spec },
})

describe('numbers beyond the range of a double', () => {
  const body = (more: string): string => `{"metadata":{"name":"big"},${more}}`

  it('are dropped with unknown fields', async () => {
    expect((await ask('POST', `${CORE}/configmaps?dryRun=All`, body('"x":1e309'))).status).toBe(201)
  })

  it('are refused as values of known fields', async () => {
    const { status, json } = await ask('POST', `${APPS}/deployments`, body('"spec":{"replicas":-1e400}'))
    expect([status, json['message']]).toEqual([
      400,
      expect.stringMatching(/^Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number -1e400 into/),
    ])
  }) // prettier-ignore

  it('are refused inside values without a schema', async () => {
    const { status } = await ask('POST', `${APPS}/controllerrevisions`, body('"revision":1,"data":{"a":[1e309]}'))
    expect(status).toBe(400)
  })

  it('are refused after the kind of the body is read', async () => {
    const message = async (text: string): Promise<unknown> =>
      (await ask('POST', `${CORE}/configmaps?dryRun=All`, text)).json['message']
    expect(await message('1e309')).toContain(
      'json parse error: json: cannot unmarshal number into Go value of type struct',
    )
    expect(await message(body('"kind":"Secret","apiVersion":"v1","x":1e309'))).toContain('unknown conversion')
  })

  it('are not read in the bytes of field owners', async () => {
    const fieldsV1 = '"fieldsType":"FieldsV1","fieldsV1":{"f:data":1e309}'
    const owners = `"managedFields":[{"manager":"m","operation":"Apply","apiVersion":"v1",${fieldsV1}}]`
    const { status, json } = await ask('POST', `${CORE}/configmaps?dryRun=All`, `{"metadata":{"name":"big",${owners}}}`)
    expect([status, valueAt(json, 'metadata.managedFields')]).toEqual([201, undefined])
  })

  const FORMS: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['json', '{"op":1e309}', [400, 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp']],
    ['json', '[{"op":"add","path":"/x","value":{"a":1e309}}]', [400, 'error decoding patch: json: cannot unmarshal number 1e309 into Go struct field jsonPatchOp.value of type float64']],
    ['json', '[{"op":"remove","path":"/none","other":1e309}]', [422, 'the server rejected our request due to an error in our request']],
    ['merge', '[1e309]', [400, 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}']],
    ['merge', '{"x":1e309}', [400, 'error decoding patch: json: cannot unmarshal number 1e309 into Go value of type float64']],
    ['strategic-merge', '{"x":1e309}', [400, 'json: cannot unmarshal number 1e309 into Go value of type float64']],
  ] // prettier-ignore

  const patched = async (type: string, patch: string, query = ''): Promise<readonly unknown[]> => {
    await ask('POST', `${CORE}/configmaps`, { metadata: { name: 'changed' } })
    const url = `${CORE}/configmaps/changed?dryRun=All${query}`
    const { status, json } = await ask('PATCH', url, patch, `application/${type}-patch+json`)
    return [status, json['message']]
  }

  it.each(FORMS)('are read in a %s patch after its form: %s', async (type, patch, answer) => {
    expect(await patched(type, patch)).toEqual(answer)
  })

  it('are merged as text without field validation', async () => {
    const query = '&fieldValidation=Ignore'
    expect(await patched('merge', '{"x":1e309}', query)).toEqual([200, undefined])
    const answer = await patched('merge', '{"metadata":{"generation":1e309},"immutable":1e309}', query)
    expect(answer).toEqual([
      422,
      expect.stringMatching(/immutable\\":1e309.* number into Go struct field ConfigMap.immutable of type bool$/),
    ])
  })
})

describe('daemon sets', () => {
  const generation = ({ json }: Answer): unknown =>
    valueAt(json, 'metadata.annotations')?.['deprecated.daemonset.template.generation' as never]

  it('have defaults for both numbers of a strategy that ignores them', async () => {
    const updateStrategy = { type: 'OnDelete', rollingUpdate: { maxUnavailable: 2 } }
    const { json } = await ask('POST', `${APPS}/daemonsets?dryRun=All`, workload('d', { updateStrategy }))
    expect(valueAt(json, 'spec.updateStrategy.rollingUpdate')).toEqual({ maxUnavailable: 2, maxSurge: 0 })
  })

  it('keep their generation when only a field of a feature that is off changes', async () => {
    await ask('POST', `${APPS}/daemonsets`, workload('gated'))
    const changed = workload('gated', { template: template({ hostUsers: false }) })
    expect(generation(await ask('PUT', `${APPS}/daemonsets/gated?dryRun=All`, changed))).toBe('1')
  })

  it('and deployments are refused when an annotation holds no integer', async () => {
    const message = async (kind: string, annotation: string): Promise<unknown> =>
      (await ask('POST', `${APPS}/${kind}`, workload('x', {}, { [annotation]: 'x' }))).json['message']
    expect(await message('daemonsets', 'deprecated.daemonset.template.generation')).toBe(
      'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "x": invalid syntax',
    )
    expect(await message('deployments', 'deprecated.deployment.rollback.to')).toBe(
      'Deployment in version "v1" cannot be handled as a Deployment: failed to parse annotation[deprecated.deployment.rollback.to]=x as int64: strconv.ParseInt: parsing "x": invalid syntax',
    )
  })
})

describe('jobs', () => {
  const job: JsonObject = { template: template({ restartPolicy: 'Never' }) }

  it('require a path with a domain as the manager in the template of a cron job', async () => {
    const spec = { schedule: '@daily', jobTemplate: { spec: { ...job, managedBy: 'x' } } }
    const { json } = await ask('POST', `${BATCH}/cronjobs`, { metadata: { name: 'c' }, spec })
    expect(json['message']).toContain('spec.jobTemplate.spec.managedBy: Invalid value: "x": must be a domain-prefixed')
  })

  it('have a default status of failure conditions, which templates lack', async () => {
    const podFailurePolicy = { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] }
    const spec = { ...job, podFailurePolicy }
    const created = await ask('POST', `${BATCH}/jobs?dryRun=All`, { metadata: { name: 'j' }, spec })
    expect(created.status).toBe(201)
    const cron = { metadata: { name: 'c' }, spec: { schedule: '@daily', jobTemplate: { spec } } }
    const { json } = await ask('POST', `${BATCH}/cronjobs?dryRun=All`, cron)
    expect(json['message']).toContain('onPodConditions[0].status: Required value')
  })
})

describe('preconditions', () => {
  const created = ask.bind(undefined, 'POST')
  const pod = { metadata: { name: 'pinned' }, spec: { containers: [{ name: 'c', image: 'i' }] } }

  it('of an eviction are checked in a dry run', async () => {
    await created(`${CORE}/pods`, pod)
    const deleteOptions = { preconditions: { resourceVersion: '1' } }
    const eviction = { metadata: { name: 'pinned' }, deleteOptions }
    const { status, json } = await created(`${CORE}/pods/pinned/eviction?dryRun=All`, eviction)
    expect([status, json['message']]).toEqual([409, expect.stringContaining('the ResourceVersion in the precondition (1)')])
  }) // prettier-ignore

  it('include the uid of a binding at the path of its pod, and not at the path of bindings', async () => {
    const binding = { metadata: { name: 'pinned', uid: 'x' }, target: { name: 'n' } }
    expect((await created(`${CORE}/pods/pinned/binding?dryRun=All`, binding)).status).toBe(409)
    expect((await created(`${CORE}/bindings?dryRun=All`, binding)).status).toBe(201)
  })
})

it('takes times of deletion from the stored object in status writes of kinds that keep their metadata', async () => {
  const attachments = '/apis/storage.k8s.io/v1/volumeattachments'
  const spec = { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } }
  await ask('POST', attachments, { metadata: { name: 'kept' }, spec })
  const metadata = { deletionTimestamp: '2020-01-01T00:00:00Z', selfLink: '/x', labels: { a: 'b' } }
  const patch = { metadata, status: { attached: true } }
  const path = `${attachments}/kept/status?dryRun=All`
  const { status, json } = await ask('PATCH', path, patch, 'application/merge-patch+json')
  expect(status).toBe(200)
  for (const field of Object.keys(metadata)) expect(json['metadata']).not.toHaveProperty(field)
})

it('labels a namespace with its generated name', async () => {
  const { json } = await ask('POST', '/api/v1/namespaces?dryRun=All', { metadata: { generateName: 'made-' } })
  const name = valueAt(json, 'metadata.name')
  expect(valueAt(json, 'metadata.labels')).toEqual({ 'kubernetes.io/metadata.name': name })
})

it('accepts another cluster IP when a service becomes ExternalName, and still checks its other fields', async () => {
  await ask('POST', `${CORE}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } })
  const spec = { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.52', ports: [{ port: 80 }] }
  const { status, json } = await ask('PUT', `${CORE}/services/s?dryRun=All`, { metadata: { name: 's' }, spec })
  expect(status).toBe(200)
  expect(valueAt(json, 'spec.clusterIPs')).toEqual(['10.0.0.52'])
  const wrong = { metadata: { name: 's' }, spec: { ...spec, internalTrafficPolicy: 'X' } }
  expect((await ask('PUT', `${CORE}/services/s?dryRun=All`, wrong)).json['message']).toContain('Unsupported value: "X"')
})

it('shows a null quantity without a format in the difference of an immutable spec', async () => {
  const claim = (storage: string | null): JsonObject => ({
    metadata: { name: 'null' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  })
  await ask('POST', `${CORE}/persistentvolumeclaims`, claim('1Gi'))
  const { json } = await ask('PUT', `${CORE}/persistentvolumeclaims/null`, claim(null))
  const message = String(json['message']).replaceAll('\u00a0', ' ')
  expect(message).toContain('Requests: core.ResourceList{s"storage": {}}')
})

it('warns of the annotation of an ingress class only without the field', async () => {
  const metadata = { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'x' } }
  const defaultBackend = { service: { name: 's', port: { number: 80 } } }
  const warning = async (spec: JsonObject): Promise<string | undefined> => {
    const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses?dryRun=All'
    return (await ask('POST', ingresses, { metadata, spec: { defaultBackend, ...spec } })).headers.get('warning')
  }
  expect(await warning({ ingressClassName: 'x' })).toBeUndefined()
  expect(await warning({})).toContain('is deprecated')
})

describe('pods', () => {
  const message = async (more: JsonObject, annotations: JsonObject = {}): Promise<unknown> => {
    const pod = { metadata: { name: 'p', annotations }, spec: { containers: [{ name: 'c', image: 'i', ...more }] } }
    return (await ask('POST', `${CORE}/pods?dryRun=All`, pod)).json['message']
  }

  it('read only labels and annotations by key', async () => {
    const env = [{ name: 'a', valueFrom: { fieldRef: { fieldPath: "spec.nodeName['x']" } } }]
    expect(await message({ env })).toBe(
      `Pod "p" is invalid: spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.nodeName['x']": error converting fieldPath: field label does not support subscript: spec.nodeName['x']`,
    )
  })

  it.each([
    ['metadata.labels["x"]', 'fieldRef.fieldPath', 'error converting fieldPath: field label not supported: metadata.labels["x"]'],
    ["['x']", 'fieldRef.fieldPath', "error converting fieldPath: field label not supported: ['x']"],
    ["metadata.labels['a['b']", 'fieldRef', 'name part must consist of alphanumeric characters'],
  ])('refuse the path %s', async (fieldPath, at, text) => {
    const env = [{ name: 'a', valueFrom: { fieldRef: { fieldPath } } }]
    expect(await message({ env })).toContain(`spec.containers[0].env[0].valueFrom.${at}: Invalid value: `)
    expect(await message({ env })).toContain(text)
  }) // prettier-ignore

  it('of Windows have no supplemental groups, not even an empty list', async () => {
    const spec = { containers: [{ name: 'c', image: 'i' }], os: { name: 'windows' }, securityContext: { supplementalGroups: [] } }
    const { json } = await ask('POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'p' }, spec })
    expect(json['message']).toBe(
      'Pod "p" is invalid: spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod',
    )
  }) // prettier-ignore

  it('name a missing local AppArmor profile once', async () => {
    expect(await message({ securityContext: { appArmorProfile: { type: 'Localhost' } } })).toBe(
      'Pod "p" is invalid: spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
    )
  })

  it('check the annotation that held tolerations in early releases', async () => {
    expect(await message({}, { 'scheduler.alpha.kubernetes.io/tolerations': 'x' })).toBe(
      `Pod "p" is invalid: metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/tolerations": invalid character 'x' looking for beginning of value`,
    )
  })
})

it('keeps the source of a claim beside a later one, and checks both', async () => {
  const dataSource = { kind: 'X', name: '' }
  const dataSourceRef = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'y' }
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } }, dataSource, dataSourceRef }
  const { json } = await ask('POST', `${CORE}/persistentvolumeclaims`, { metadata: { name: 'c' }, spec })
  const fields = (valueAt(json, 'details.causes') as JsonObject[]).map(({ field }) => field)
  expect(fields).toEqual(['spec.dataSource.name', 'spec.dataSource', 'spec'])
})

it('names only one fault of the warning text of a version that is not deprecated', async () => {
  const schema = { openAPIV3Schema: { type: 'object' } }
  const version = { name: 'v1', served: true, storage: true, deprecationWarning: 'x'.repeat(300), schema }
  const names = { plural: 'xs', kind: 'X' }
  const definition = { metadata: { name: 'xs.a.com' }, spec: { group: 'a.com', scope: 'Cluster', names, versions: [version] } } // prettier-ignore
  const { json } = await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
  expect(valueAt(json, 'details.causes')).toHaveLength(1)
})

it('accepts only file systems as inline volumes', async () => {
  const csi = { driver: 'd', volumeHandle: 'h' }
  const inlineVolumeSpec = { csi, accessModes: ['ReadWriteOnce'], volumeMode: 'Block' }
  const spec = { attacher: 'a', nodeName: 'n', source: { inlineVolumeSpec } }
  const { json } = await ask('POST', '/apis/storage.k8s.io/v1/volumeattachments', { metadata: { name: 'v' }, spec })
  expect(json['message']).toContain('may not specify volumeMode other than Filesystem in the context of inline volumes')
})

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } }
const ofClass = {
  accessModes: ['ReadWriteOnce'],
  csi: { driver: 'd', volumeHandle: 'h' },
  volumeAttributesClassName: 'X',
}
it.each([
  ['the class of an inline volume', '/apis/storage.k8s.io/v1/volumeattachments', { attacher: 'a', nodeName: 'n', source: { inlineVolumeSpec: ofClass } }],
  ['an empty namespace of a source', `${CORE}/persistentvolumeclaims`, { ...claim, dataSourceRef: { apiGroup: 'a.b', kind: 'K', name: 'n', namespace: '' } }],
])('accepts %s', async (_what, path, spec) => {
  expect((await ask('POST', `${path}?dryRun=All`, { metadata: { name: 'o' }, spec })).status).toBe(201)
}) // prettier-ignore

it('reports two sources of a volume, and not the name of the claim that one of them would make', async () => {
  const volumes = [{ name: 'A_b', emptyDir: {}, ephemeral: { volumeClaimTemplate: { spec: claim } } }]
  const spec = { containers: [{ name: 'c', image: 'i' }], volumes }
  const { json } = await ask('POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'p' }, spec })
  const fields = (valueAt(json, 'details.causes') as JsonObject[]).map(({ field }) => field)
  expect(fields).toEqual(['spec.volumes[0].ephemeral', 'spec.volumes[0].name'])
})

it('shows no empty lists of containers, gates and tolerations in the difference of a refused update', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  await ask('POST', `${CORE}/pods`, { metadata: { name: 'gates' }, spec })
  const changed = {
    metadata: { name: 'gates' },
    spec: { ...spec, hostname: 'h', schedulingGates: [], tolerations: [], initContainers: [] },
  }
  const { json } = await ask('PUT', `${CORE}/pods/gates?dryRun=All`, changed)
  expect(json['message']).toContain('Hostname:')
  expect(json['message']).not.toMatch(/SchedulingGate\{|Toleration\{\}|InitContainers:\s+\[\]/)
})

it('refuses empty parameters of a storage class that has none', async () => {
  const classes = '/apis/storage.k8s.io/v1/storageclasses'
  await ask('POST', classes, { metadata: { name: 'plain' }, provisioner: 'a/b' })
  const patched = async (patch: JsonObject): Promise<number> =>
    (await ask('PATCH', `${classes}/plain`, patch, 'application/merge-patch+json')).status
  expect(await patched({ parameters: {} })).toBe(422)
  expect(await patched({ allowVolumeExpansion: true })).toBe(200)
})
