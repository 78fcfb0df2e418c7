import { setTimeout as delay } from 'node:timers/promises'
import type { Client, SentRequest } from './case.ts'
import type { Members } from './json-path.ts'
import { valueAt } from './json-path.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Milliseconds between two checks for the objects that controllers create in a new namespace. */
const LOOK_MS = 10
/** A guard against a hang: a namespace is ready within a second on a quiet machine. */
const LONGEST_WAIT_MS = 30_000

/** The part of a case that surrounds its steps; command line cases have the same members. */
export interface Surrounded {
  readonly profile?: string
  readonly ns?: string
  readonly nsLabels?: Readonly<Record<string, string>>
  readonly cleanup?: readonly string[]
}

/**
 * Creates the namespace of a case and its `default` service account, runs the case, and deletes the paths of `cleanup` and
 * the namespace. The answers to these requests are not compared: the namespace may exist.
 */
export async function withNamespace<T>(client: Client, c: Surrounded, run: () => Promise<T>): Promise<T> {
  const attempt = (request: SentRequest): Promise<unknown> => client.send(request).catch(() => undefined)
  const create = (path: string, metadata: Members): Promise<unknown> =>
    attempt({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify({ metadata }) })
  if (c.ns) {
    await create('/api/v1/namespaces', { name: c.ns, ...(c.nsLabels ? { labels: c.nsLabels } : {}) })
    await create(`/api/v1/namespaces/${c.ns}/serviceaccounts`, { name: 'default' })
    await namespaceReady(client, c.ns, c.profile)
  }
  try {
    return await run()
  } finally {
    for (const path of c.cleanup ?? []) await attempt({ method: 'DELETE', path })
    if (c.ns) await attempt({ method: 'DELETE', path: `/api/v1/namespaces/${c.ns}` })
  }
}

/** Controllers create this object in each namespace. */
const CERTIFICATES = 'configmaps/kube-root-ca.crt'

/** The profile whose server certainly runs controllers, even before they have created an object. */
const CONTROLLERS = 'controllers'

/** Resolves when a namespace has the objects that controllers create in each one; without controllers, at once. */
async function namespaceReady(client: Client, namespace: string, profile: string | undefined): Promise<void> {
  const exists = async (place: string): Promise<boolean> => {
    const { status } = await client.send({ path: `/api/v1/namespaces/${place}/${CERTIFICATES}` })
    return status === 200
  }
  if (profile !== CONTROLLERS && !(await exists('default'))) return
  const end = Date.now() + LONGEST_WAIT_MS
  while (!(await exists(namespace)) && Date.now() < end) await delay(LOOK_MS)
}

/** The group versions whose objects a purge deletes. */
const GROUP_VERSIONS = [
  '/api/v1',
  '/apis/apps/v1',
  '/apis/batch/v1',
  '/apis/networking.k8s.io/v1',
  '/apis/rbac.authorization.k8s.io/v1',
  '/apis/policy/v1',
  '/apis/autoscaling/v2',
  '/apis/discovery.k8s.io/v1',
  '/apis/coordination.k8s.io/v1',
  '/apis/events.k8s.io/v1',
  '/apis/storage.k8s.io/v1',
]
const FINALIZE_ATTEMPTS = 100
const FINALIZE_RETRY_MS = 30

interface Resource {
  readonly name: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** Empties and finalises a namespace, for a server without a namespace controller that plays further cases. */
export async function purgeNamespace(client: Client, namespace: string): Promise<void> {
  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await client.send({ path })
    return status < 300 ? (JSON.parse(body.toString('utf8')) as unknown) : undefined
  }
  for (const prefix of GROUP_VERSIONS) {
    const resources = (valueAt(await get(prefix), 'resources') ?? []) as Resource[]
    for (const { name } of resources.filter(isDeletable)) {
      const path = `${prefix}/namespaces/${namespace}/${name}`
      const items = (valueAt(await get(path), 'items') ?? []) as Members[]
      for (const item of items) await deleteNow(client, `${path}/`, item)
    }
  }
  for (let attempt = 0; attempt < FINALIZE_ATTEMPTS; attempt++) {
    const object = (await get(`/api/v1/namespaces/${namespace}`)) as Members | undefined
    if (!object) return
    if (valueAt(object, 'status.phase') === 'Terminating') {
      const body = JSON.stringify({ ...object, spec: { finalizers: [] } })
      await client.send({
        method: 'PUT',
        path: `/api/v1/namespaces/${namespace}/finalize`,
        headers: JSON_TYPE,
        body,
      })
    }
    await delay(FINALIZE_RETRY_MS)
  }
}

const isDeletable = ({ namespaced, name, verbs }: Resource): boolean =>
  namespaced && !name.includes('/') && verbs.includes('delete')

async function deleteNow(client: Client, prefix: string, object: Members): Promise<void> {
  const path = prefix + encodeURIComponent(String(valueAt(object, 'metadata.name')))
  if (valueAt(object, 'metadata.finalizers')) {
    const headers = { 'Content-Type': 'application/merge-patch+json' }
    await client.send({ method: 'PATCH', path, headers, body: '{"metadata":{"finalizers":null}}' })
  }
  await client.send({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0` })
}
