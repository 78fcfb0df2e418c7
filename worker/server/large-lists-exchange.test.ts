import { growth, LINEAR } from '../../tests/counted-work.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectOrEmpty, type Json } from '../api/json.ts'
import { makeRequest } from '../certificates/der-fixture.ts'
import { pemText } from '../certificates/pem.ts'
import { systemClock } from '../clock/clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { toBase64 } from '../runtime/bytes.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

// Changes of lists. Earlier versions compared each item with every other item.

const SIZES = { small: 500, large: 4000 }

let server: ApiServer
let certificateRequest: string
beforeAll(async () => {
  server = await createApiServer({ clock: systemClock, log: memoryLog(), dialect: dialects.k8s })
  await server.start()
  // Each pod names it.
  await written('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } }, 201)
  certificateRequest = toBase64(
    new TextEncoder().encode(pemText('CERTIFICATE REQUEST', await makeRequest({ '2.5.4.3': 'a' }))),
  )
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
  /** The status of the answer to the change. */
  readonly answer: number
  /** A subresource such as `/status`; absent when the object itself is changed. */
  readonly subresource?: string
}

const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'tolerations of a runtime class',
    {
      url: '/apis/node.k8s.io/v1/runtimeclasses',
      answer: 200,
      stored: (count) => ({ handler: 'h', scheduling: { tolerations: tolerations(count) } }),
      next: (count) => ({ handler: 'h', scheduling: { tolerations: tolerations(count - 1) } }),
    },
  ],
  [
    'tolerations of a pod',
    {
      url: PODS,
      answer: 422,
      stored: (count) => pod({ tolerations: tolerations(count) }),
      next: (count) => pod({ tolerations: tolerations(count).reverse() }),
    },
  ],
  [
    'volumes of a pod, whose difference is printed',
    {
      url: PODS,
      answer: 422,
      stored: (count) => pod({ volumes: items(count, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
      next: (count) => pod({ volumes: items(count, (i) => ({ name: `w${i}`, emptyDir: {} })) }),
    },
  ],
  [
    'resources of a claim, whose difference is printed',
    {
      url: '/api/v1/namespaces/default/persistentvolumeclaims',
      answer: 422,
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
      answer: 200,
      stored: (count) => ({ spec: { drivers: drivers(count) } }),
      next: (count) => ({ spec: { drivers: drivers(count - 1) } }),
    },
  ],
  [
    'conditions of a certificate signing request',
    {
      url: CSRS,
      subresource: '/status',
      answer: 200,
      stored: signingRequest,
      next: (count) => ({
        ...signingRequest(),
        status: { conditions: items(count, (i) => ({ type: `T${i}`, status: 'True' })) },
      }),
    },
  ],
]

function signingRequest(): object {
  return { spec: { request: certificateRequest, signerName: 'example.com/signer', usages: ['client auth'] } }
}

async function written(method: string, url: string, object: object, expected: number): Promise<Json | undefined> {
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await send(server.handle, method, url, { body: JSON.stringify(object), headers })
  expect(status, JSON.stringify(json).slice(0, 500)).toBe(expected)
  return objectOrEmpty(json.metadata)['resourceVersion']
}

/** Each object has its own name, because a finalizer keeps a deleted claim. */
let names = 0

async function change({ url, stored, next, answer, subresource = '' }: Change, count: number): Promise<void> {
  const name = `large-${names++}`
  const resourceVersion = await written('POST', url, { ...stored(count), metadata: { name } }, 201)
  const place = `${url}/${name}${subresource}?dryRun=All`
  await written('PUT', place, { ...next(count), metadata: { name, resourceVersion } }, answer)
  await send(server.handle, 'DELETE', `${url}/${name}?gracePeriodSeconds=0`)
}

it.each(CHANGES)('checks changed %s in linear time', async (_, given) => {
  expect(await growth((count: number) => change(given, count), SIZES)).toBeLessThan(LINEAR)
})
