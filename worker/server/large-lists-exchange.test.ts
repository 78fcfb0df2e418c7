import { growth, LINEAR } from '../../tests/counted-work.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectOrEmpty, type Json } from '../api/json.ts'
import { systemClock } from '../clock/clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

// Changes of lists. Earlier versions compared each item with every other item.

const SIZES = { small: 500, large: 4000 }

let server: ApiServer
beforeAll(async () => {
  server = await createApiServer({ clock: systemClock, log: memoryLog(), dialect: dialects.k8s })
  await server.start()
})
afterAll(() => server.close())

const items = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i))
const tolerations = (count: number) => items(count, (i) => ({ key: `k${i}`, operator: 'Exists' }))
const drivers = (count: number) => items(count, (i) => ({ name: `d${i}`, nodeID: 'n', topologyKeys: null }))
const pod = (spec: object): object => ({ spec: { containers: [{ name: 'c', image: 'i' }], ...spec } })

const PODS = '/api/v1/namespaces/default/pods'
const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

/** A stored object with so many items, and a change of it. */
interface Change {
  readonly url: string
  readonly stored: (count: number) => object
  readonly next: (count: number) => object
  /** Such as `/status`; absent: the change is of the object itself. */
  readonly subresource?: string
}

const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'tolerations of a runtime class',
    {
      url: '/apis/node.k8s.io/v1/runtimeclasses',
      stored: (count) => ({ handler: 'h', scheduling: { tolerations: tolerations(count) } }),
      next: (count) => ({ handler: 'h', scheduling: { tolerations: tolerations(count - 1) } }),
    },
  ],
  [
    'tolerations of a pod',
    {
      url: PODS,
      stored: (count) => pod({ tolerations: tolerations(count) }),
      next: (count) => pod({ tolerations: tolerations(count).reverse() }),
    },
  ],
  [
    'volumes of a pod, whose difference is printed',
    {
      url: PODS,
      stored: (count) => pod({ volumes: items(count, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
      next: (count) => pod({ volumes: items(count, (i) => ({ name: `w${i}`, emptyDir: {} })) }),
    },
  ],
  [
    'resources of a claim, whose difference is printed',
    {
      url: '/api/v1/namespaces/default/persistentvolumeclaims',
      stored: () => ({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }),
      next: (count) => ({
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi', ...Object.fromEntries(items(count, (i) => [`x.io/${i}`, '1'])) } },
        },
      }),
    },
  ],
  [
    'drivers of a node',
    {
      url: '/apis/storage.k8s.io/v1/csinodes',
      stored: (count) => ({ spec: { drivers: drivers(count) } }),
      next: (count) => ({ spec: { drivers: drivers(count - 1) } }),
    },
  ],
  [
    'conditions of a certificate signing request',
    {
      url: CSRS,
      subresource: '/status',
      stored: () => CSR,
      next: (count) => ({ ...CSR, status: { conditions: items(count, (i) => ({ type: `T${i}`, status: 'True' })) } }),
    },
  ],
]

const CSR = { spec: { request: '', signerName: 'example.com/signer', usages: ['client auth'] } }

async function change({ url, stored, next, subresource = '' }: Change, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const write = async (
    method: string,
    path: string,
    object: object,
    resourceVersion?: Json,
  ): Promise<Json | undefined> => {
    const body = JSON.stringify({ ...object, metadata: { name: 'large', resourceVersion } })
    const { status, json } = await send(server.handle, method, path, { body, headers })
    expect(status).toBeLessThan(500)
    return objectOrEmpty(json.metadata)['resourceVersion']
  }
  const version = await write('POST', url, stored(count))
  await write('PUT', `${url}/large${subresource}?dryRun=All`, next(count), version)
  await send(server.handle, 'DELETE', `${url}/large?gracePeriodSeconds=0`)
}

it.each(CHANGES)('checks changed %s in linear time', async (_, given) => {
  expect(await growth((count: number) => change(given, count), SIZES)).toBeLessThan(LINEAR)
})
