import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

let server: ApiServer
/** The objects that the webhooks received. */
let seen: ApiObject[]
/** The changes that the second webhook answers to requests for these subresources. */
let patches: ReadonlyMap<string, readonly JsonObject[]>

const callWebhook = ({ url, body = '' }: WebhookCall) => {
  const { apiVersion, request } = JSON.parse(body) as {
    apiVersion: string
    request: { uid: string; object: ApiObject; subResource?: string }
  }
  seen.push(request.object)
  const patch = url.startsWith('https://example.com/two') ? patches.get(request.subResource ?? '') : undefined
  const patched = patch && { patchType: 'JSONPatch', patch: btoa(JSON.stringify(patch)) }
  return Promise.resolve(
    answerOf({ apiVersion, kind: 'AdmissionReview', response: { uid: request.uid, allowed: true, ...patched } }),
  )
}

const ask = (method: string, url: string, body: JsonObject): Promise<Answer> =>
  send(server.handle, method, url, {
    body,
    ...(method === 'PATCH' && { headers: { 'content-type': 'application/merge-patch+json' } }),
  })

const add = (path: string, value: JsonObject[string]): JsonObject => ({ op: 'add', path, value })

beforeEach(async () => {
  ;[seen, patches] = [[], new Map()]
  const options = { dialect: dialects.k8s, clock: virtualClock(), log: memoryLog(), callWebhook }
  server = await createApiServer({ ...options, defaultUser: 'admin' })
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template }
  await ask('POST', DEPLOYMENTS, { metadata: { name: 'd' }, spec })
  await ask('POST', '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
    metadata: { name: 'm' },
    webhooks: ['one', 'two'].map((name) => ({
      name: `${name}.example.com`,
      clientConfig: { url: `https://example.com/${name}` },
      rules: [{ apiGroups: ['', 'apps'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
      sideEffects: 'None',
      reinvocationPolicy: 'IfNeeded',
      admissionReviewVersions: ['v1'],
    })),
  })
})

afterEach(() => server.close())

describe('a mutating webhook of a Scale', () => {
  const scaled = (replicas: number): Promise<Answer> => ask('PATCH', `${DEPLOYMENTS}/d/scale`, { spec: { replicas } })

  it.each([
    [add('/metadata/resourceVersion', '1'), 409, 'the object has been modified'],
    [add('/metadata/uid', 'other'), 409, 'Precondition failed: UID in precondition: other'],
    [add('/spec/replicas', -2), 422, 'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -2'],
  ])('makes the write fail with %j', async (operation, code, message) => {
    patches = new Map([['scale', [operation]]])
    const { status, json } = await scaled(3)
    expect([status, json.message]).toEqual([code, expect.stringContaining(message)])
  })

  it('is called before the replicas are validated', async () => {
    expect((await scaled(-1)).status).toBe(422)
    expect(seen.map(({ spec }) => spec)).toEqual([{ replicas: -1 }, { replicas: -1 }])
  })

  it('adds owner references, whose duplicates give a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u' }
    patches = new Map([['scale', [add('/metadata/ownerReferences', [owner, owner])]]])
    const { status, headers } = await scaled(3)
    expect([status, headers.get('warning')]).toEqual([200, expect.stringContaining('after mutating admission happens')])
  })
})

describe('a mutating webhook', () => {
  const made = (): Promise<Answer> => ask('POST', MAPS, { metadata: { name: 'a' }, data: { k: 'v' } })

  it('cannot make managedFields invalid: they are put back, with a warning', async () => {
    patches = new Map([['', [add('/metadata/managedFields/0/operation', 'Bogus')]]])
    const { headers, json } = await made()
    expect(headers.get('warning')).toContain('.metadata.managedFields was in an invalid state after admission')
    expect(headers.get('warning')).toContain('operation must be `Apply` or `Update`')
    expect(json).toMatchObject({ metadata: { managedFields: [{ operation: 'Update' }] } })
  })

  it('counts as a change with its first patch of a request that sets field owners, even if the patch changes nothing', async () => {
    patches = new Map([['', [add('/data/k', 'v')]]])
    await made()
    // The first webhook is called again in the second round.
    expect(seen).toHaveLength(3)
    seen = []
    await ask('PATCH', `${MAPS}/a`, {})
    expect(seen).toHaveLength(2)
  })

  it('that renames an object in an update makes a refusal with the new name', async () => {
    await made()
    patches = new Map([['', [add('/metadata/name', 'renamed')]]])
    const { status, json } = await ask('PATCH', `${MAPS}/a`, { data: { k: 'w' } })
    expect([status, json.message]).toEqual([
      422,
      expect.stringContaining('ConfigMap "renamed" is invalid: metadata.name'),
    ])
  })
})
