import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { ApiError } from '../client/api-error.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { createObject, deleteObject, patchObject, PANE_AGENT } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'

/** A way to break a pod by an annotation, which the simulation reads (reference/simulation.md 10). */
interface Outcome {
  readonly title: string
  /** The value of the annotation. */
  readonly word: string
}

const OUTCOMES: readonly Outcome[] = [
  { title: 'Image cannot be pulled', word: 'never-pulled' },
  { title: 'Crash loop', word: 'crash' },
  { title: 'Out of memory', word: 'out-of-memory' },
  { title: 'Never ready', word: 'unready' },
  { title: 'Slow start', word: 'slow-start' },
]

/** One way to break an object, with its text and its action. */
export interface Breakage {
  readonly title: string
  /** A short text that names the change, shown beside the title. */
  readonly change: string
  /** Whether the breakage is in effect now, on the object or on its namespace. */
  readonly isOn?: boolean
  run(): Promise<void>
}

export interface Breakages {
  readonly ways: readonly Breakage[]
  /** Undoes all breakages of the object. For a pod or workload, also deletes what breaks its whole namespace. */
  mend(): Promise<void>
}

/** The kinds whose `spec.template` may change. The template of a Job may not, and a CronJob has it in `spec.jobTemplate`. */
const WORKLOADS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController']

/** Whether `breakagesOf` has a way to break objects of this kind. */
export const canBreak = (kind: string): boolean => kind === 'Node' || kind === 'Pod' || WORKLOADS.includes(kind)

interface Place {
  readonly cluster: ApiConnection
  readonly dialect: Dialect
  readonly ref: ObjectRef
  /** The result of `brokenBy`; empty for a Node. */
  readonly present: ReadonlySet<string>
}

/**
 * The quota and the webhook of this menu, as `resource/name`, when they exist for the namespace of a pod or workload. An object
 * whose read fails counts as absent.
 */
export async function brokenBy(place: Omit<Place, 'present'>): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    additionsOf(place).map(async ({ collection, manifest }) => {
      const response = await place.cluster.fetch(resourcePath({ ...collection, name: nameOf(manifest) }), {
        headers: { 'User-Agent': PANE_AGENT },
      })
      return response.ok ? [additionKey(collection, manifest)] : []
    }),
  )
  return new Set(found.flat())
}

const additionKey = ({ resource }: ObjectRef, manifest: StoredObject): string => `${resource}/${nameOf(manifest)}`

export function breakagesOf(object: StoredObject, place: Place): Breakages | undefined {
  if (object.kind === 'Node') return nodeBreakages(object, place)
  return canBreak(object.kind) ? podBreakages(object, place) : undefined
}

const inner = (value: unknown, key: string): JsonObject => {
  const found = isObject(value) ? value[key] : undefined
  return objectOrEmpty(found)
}

/** The breakages of a pod or workload: by the annotation of the pod or of the template, and by objects that prevent new pods. */
function podBreakages(object: StoredObject, place: Place): Breakages {
  const { cluster, dialect, ref, present } = place
  const annotation = dialect.spell('simulated.{domain}/outcome')
  const isPod = object.kind === 'Pod'
  const template = isPod ? object : inner(inner(object, 'spec'), 'template')
  const outcome = inner(inner(template, 'metadata'), 'annotations')[annotation]
  const annotate = (word: string | null): Promise<unknown> => {
    const annotated = { metadata: { annotations: { [annotation]: word } } }
    const patch = isPod ? annotated : { spec: { template: annotated } }
    return patchObject(cluster, ref, { type: 'application/merge-patch+json', patch })
  }
  const additions = additionsOf(place)
  return {
    ways: [
      ...OUTCOMES.map(({ title, word }): Breakage => ({
        title,
        change: `${annotation}: ${word}`,
        isOn: outcome === word,
        run: async () => void (await annotate(word)),
      })),
      ...additions.map(({ title, change, collection, manifest }): Breakage => ({
        title,
        change,
        isOn: present.has(additionKey(collection, manifest)),
        run: () => createOnce(cluster, collection, manifest),
      })),
    ],
    async mend() {
      if (outcome !== undefined) await annotate(null)
      for (const { collection, manifest } of additions) await deleteIfThere(cluster, collection, manifest)
    },
  }
}

interface Addition {
  readonly title: string
  readonly change: string
  readonly collection: ObjectRef
  readonly manifest: StoredObject
}

/** Objects that prevent the creation of pods in the namespace. */
function additionsOf({ dialect, ref: { namespace } }: Omit<Place, 'present'>): readonly Addition[] {
  const group = dialect.spell('admissionregistration.{domain}')
  const hook = {
    name: 'down.example.com',
    // No handler of the page offers this host, and port 9 (discard) has no server, so every call fails.
    clientConfig: { url: 'https://127.0.0.1:9/' },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    namespaceSelector: { matchLabels: { [dialect.spell('{labels}/metadata.name')]: namespace } },
    failurePolicy: 'Fail',
    sideEffects: 'None',
    timeoutSeconds: 1,
    admissionReviewVersions: ['v1'],
  }
  return [
    {
      title: 'Quota is full',
      change: 'ResourceQuota no-more-pods: pods 0',
      collection: { group: '', version: 'v1', resource: 'resourcequotas', namespace, name: '' },
      manifest: {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'no-more-pods', namespace },
        spec: { hard: { pods: '0' } },
      },
    },
    {
      title: 'Webhook is down',
      change: 'ValidatingWebhookConfiguration: refuses new pods',
      collection: { group, version: 'v1', resource: 'validatingwebhookconfigurations', namespace: '', name: '' },
      manifest: {
        apiVersion: `${group}/v1`,
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: `down-${namespace}` },
        webhooks: [hook],
      },
    },
  ]
}

const nameOf = ({ metadata }: StoredObject): string => metadata.name ?? ''

async function createOnce(cluster: ApiConnection, collection: ObjectRef, manifest: StoredObject): Promise<void> {
  await createObject(cluster, collection, manifest).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 409)) throw error
  })
}

async function deleteIfThere(cluster: ApiConnection, collection: ObjectRef, manifest: StoredObject): Promise<void> {
  await deleteObject(cluster, { ...collection, name: nameOf(manifest) }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 404)) throw error
  })
}

interface NodeFault {
  readonly title: string
  readonly type: string
  readonly broken: string
  readonly mended: string
}

const NODE_FAULTS: readonly NodeFault[] = [
  { title: 'Node is lost', type: 'Ready', broken: 'Unknown', mended: 'True' },
  { title: 'Disk is full', type: 'DiskPressure', broken: 'True', mended: 'False' },
  { title: 'Memory is short', type: 'MemoryPressure', broken: 'True', mended: 'False' },
]

function nodeBreakages(node: StoredObject, { cluster, ref }: Place): Breakages {
  const { conditions } = inner(node, 'status')
  const statusOf = (type: string): unknown => objectsIn(conditions).find((each) => each['type'] === type)?.['status']
  const report = (changes: readonly { type: string; status: string }[]): Promise<unknown> =>
    patchObject(cluster, ref, {
      type: 'application/strategic-merge-patch+json',
      subresource: 'status',
      patch: { status: { conditions: changes.map((change) => ({ ...change, reason: 'ReportedByHand' })) } },
    })
  return {
    ways: NODE_FAULTS.map(({ title, type, broken }) => ({
      title,
      change: `status.conditions: ${type} ${broken}`,
      isOn: statusOf(type) === broken,
      run: async () => void (await report([{ type, status: broken }])),
    })),
    mend: async () => void (await report(NODE_FAULTS.map(({ type, mended }) => ({ type, status: mended })))),
  }
}
