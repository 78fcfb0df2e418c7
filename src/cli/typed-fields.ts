import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { containersOf, podSpecOf, withPodSpec } from './pod-specs.ts'

/** Fields that are written though they are empty, by kind. */
const EMPTY: Readonly<Record<string, Readonly<Record<'spec' | 'status', JsonObject>>>> = {
  CronJob: { spec: {}, status: {} },
  DaemonSet: {
    spec: { updateStrategy: {} },
    status: { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
  },
  Deployment: { spec: { strategy: {} }, status: {} },
  Job: { spec: {}, status: {} },
  Pod: { spec: {}, status: {} },
  ReplicaSet: { spec: {}, status: { replicas: 0 } },
  ReplicationController: { spec: {}, status: { replicas: 0 } },
  Service: { spec: {}, status: { loadBalancer: {} } },
  StatefulSet: { spec: { serviceName: '', updateStrategy: {} }, status: { availableReplicas: 0, replicas: 0 } },
}

/** An object of a file as a typed client writes it: with the fields of its type that no value leaves out. */
export function withTypedFields(object: ApiObject): ApiObject {
  const empty = EMPTY[object.kind ?? '']
  const made = { ...object, metadata: { creationTimestamp: null, ...object.metadata } }
  if (empty === undefined) return made
  const typed: ApiObject = {
    ...made,
    spec: withMetadata({ ...empty.spec, ...part(object.spec) }),
    status: { ...empty.status, ...part(object.status) },
  }
  const pods = podSpecOf(typed)
  return pods === undefined ? typed : withPodSpec(typed, withResources(pods))
}

const part = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The metadata of the templates inside a spec. */
function withMetadata(spec: JsonObject): JsonObject {
  const inside = Object.entries(spec).flatMap(([key, value]) => {
    if ((key !== 'template' && key !== 'jobTemplate') || !isObject(value)) return []
    const inner = isObject(value.spec) ? { spec: withMetadata(value.spec) } : {}
    return [[key, { ...value, metadata: { creationTimestamp: null, ...part(value.metadata) }, ...inner }] as const]
  })
  return { ...spec, ...Object.fromEntries(inside) }
}

function withResources(spec: JsonObject): JsonObject {
  const lists = ['containers', 'initContainers'].flatMap((field) => {
    const all = containersOf(spec, field)
    return all.length === 0 ? [] : [[field, all.map((container) => ({ resources: {}, ...container }))] as const]
  })
  return { ...spec, ...Object.fromEntries(lists) }
}
