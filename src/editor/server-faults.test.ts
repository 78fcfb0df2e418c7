import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import type { StatusDetails } from '../../worker/api/status.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { ApiError } from '../client/api-error.ts'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { faultsOf, serverFaults } from './server-faults.ts'

const error = (details: StatusDetails, message = 'whole text', code = 422) =>
  new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code, details })

test('each cause with a field is a separate diagnostic', () => {
  const faults = faultsOf(
    error({
      causes: [
        { reason: 'FieldValueRequired', field: 'spec.selector', message: 'Required value' },
        { reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "x" using v1' },
      ],
    }),
    {},
    dialects.svc,
  )
  expect(faults).toEqual([
    {
      path: ['spec', 'selector'],
      atKey: false,
      severity: 'error',
      message: 'This field is missing. Add it.\nRequired value',
      citation: 'validation 6',
    },
    { path: ['spec', 'replicas'], atKey: false, severity: 'warning', message: 'conflict with "x" using v1' },
  ])
})

test('places a message without fields at the name of the object', () => {
  expect(faultsOf(error({}), {}, dialects.svc)).toEqual([
    { path: ['metadata', 'name'], atKey: false, severity: 'error', message: 'whole text' },
  ])
})

const deployment = {
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 'two',
    template: {
      spec: {
        containers: [
          { name: 'a:b', image: 'a', resources: { limits: { cpu: '1', memory: '1Gb' } } },
          { name: 'c', imgae: 'c' },
        ],
      },
    },
  },
}
const inContainers = (...path: (string | number)[]) => ['spec', 'template', 'spec', 'containers', ...path]

const JSON_TYPE =
  'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32'
const QUANTITY =
  "unable to convert: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

test.each([
  [
    'strict decoding error: unknown field "spec.template.spec.containers[1].imgae", unknown field "spec.repliacs"',
    [inContainers(1, 'imgae'), ['spec', 'repliacs']],
    ['unknown field "spec.template.spec.containers[1].imgae"', 'unknown field "spec.repliacs"'],
  ],
  [JSON_TYPE, [['spec', 'replicas']], [JSON_TYPE]],
  [
    'failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): errors:\n' +
      '  .spec.replicas: expected numeric (int or float), got string\n' +
      '  .spec.template.spec.containers[name="a:b"].image: field not declared in schema',
    [['spec', 'replicas'], inContainers(0, 'image')],
    [
      '.spec.replicas: expected numeric (int or float), got string',
      '.spec.template.spec.containers[name="a:b"].image: field not declared in schema',
    ],
  ],
  [QUANTITY, [inContainers(0, 'resources', 'limits', 'memory')], [QUANTITY]],
])(
  'a message that names fields has a diagnostic for each field, with the line about it: %s',
  (message, paths, texts) => {
    const faults = faultsOf(error({}, message, 400), deployment, dialects.svc)
    expect(faults.map(({ path }) => path)).toEqual(paths)
    // The explanation comes first, the text of the server is the last line.
    expect(faults.map((one) => one.message.split('\n').at(-1))).toEqual(texts)
    expect(faults.every((one) => one.message.includes('\n'))).toBe(true)
  },
)

test('a missing namespace is a diagnostic at metadata.namespace', () => {
  const missing = error({ name: 'shop', kind: 'namespaces' }, 'namespaces "shop" not found', 404)
  expect(faultsOf(missing, deployment, dialects.svc).map(({ path }) => path)).toEqual([['metadata', 'namespace']])
})

describe('an object in a namespace that the same file creates', () => {
  let cluster: ServerCluster
  beforeAll(async () => {
    cluster = await serverCluster()
  })
  afterAll(() => cluster.close())

  const faults = (object: ApiObject) =>
    serverFaults(object, {
      cluster: cluster.handle,
      discovery: cluster.discovery,
      namespace: '',
      made: new Set(['shop']),
    })
  const metadata = { name: 'web', namespace: 'shop' }
  const service = (port: number) => ({ apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port }] } })

  test('is validated like an object of the namespace default', async () => {
    expect(await faults(service(80))).toEqual([])
    const port = ['spec', 'ports', 0]
    // The server uses the port as the target port too.
    expect((await faults(service(0)))?.map(({ path }) => path)).toEqual([
      [...port, 'port'],
      [...port, 'targetPort'],
    ])
  })

  test('is not created by that', async () => {
    await faults(service(80))
    const response = await cluster.handle.fetch('/api/v1/namespaces/default/services/web')
    expect(response.status).toBe(404)
  })

  test('is not compared with an object of the same name in default', async () => {
    const taken = { ...service(81), metadata: { ...metadata, name: 'kubernetes' } }
    expect(await faults(taken)).toEqual([])
  })

  test('is not validated when the namespace default refuses it for another reason', async () => {
    const spec = { serviceAccountName: 'of-the-same-file', containers: [{ name: 'a', image: 'a' }] }
    expect(await faults({ apiVersion: 'v1', kind: 'Pod', metadata, spec })).toBeUndefined()
  })
})

test('an object without a name is not validated, because it cannot be applied', async () => {
  const cluster = await serverCluster()
  const context = { cluster: cluster.handle, discovery: cluster.discovery, namespace: '', made: new Set<string>() }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'a-' } }
  expect(await serverFaults(object, context)).toBeUndefined()
  await cluster.close()
})
