import { type Int64, isInt64 } from '../../api/int64.ts'
import { asGiven, noteEmpty } from '../../api/given-empty.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { hostNameWarning } from '../rules/host-name.ts'
import { valueAt, listAt, ensuredObject, textAt } from '../path.ts'
import { always, when } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, holds, invalid, empty } from '../notation/rule.ts'
import { container } from '../rules/container-defaults.ts'
import { fixedAnnotations, podAnnotations } from '../rules/profile-annotations.ts'
import { profilesAgree } from '../rules/profile-agreement.ts'
import { podGates, podStatusGates } from '../rules/pod-gates.ts'
import { podWarnings } from '../rules/pod-warnings.ts'
import { podSpecRules } from '../rules/pod-rules.ts'
import { podColumns, podRowConditions } from './pod-columns.ts'
import { qosClass } from './qos-class.ts'
import { firstAddress, podAddresses, podStatusRules } from './pod-status.ts'
import { containersUpdate, ephemeralContainersUpdate, podSpecUpdate } from './pod-updates.ts'
import { podMetadata, podSpec } from '../rules/pod-defaults.ts'
import type { Behaviour, WriteContext } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { syncAppArmor } from './app-armor.ts'

/** The grace period of a pod whose spec has none, in seconds. */
const DEFAULT_GRACE = 30

/** The stored grace period of a pod: 1 in place of a negative one, which a template keeps. */
function storedGrace({ terminationGracePeriodSeconds: seconds }: JsonObject): Json {
  if (seconds === undefined || seconds === null) return DEFAULT_GRACE
  return isInt64(seconds) && seconds < 0 ? 1 : seconds
}

function gracePeriod(object: ApiObject, requested: Int64 | undefined): Int64 {
  const phase = textAt(object, 'status.phase')
  // No node agent would stop the containers of a pod that has no node or has ended.
  if (textAt(object, 'spec.nodeName') === '' || phase === 'Failed' || phase === 'Succeeded') return 0
  const own = valueAt(object, 'spec.terminationGracePeriodSeconds')
  const period = requested ?? (isInt64(own) ? own : DEFAULT_GRACE)
  return period < 0 ? 1 : period
}

/** The requests that follow from a container's limits. */
function limitsAsRequests(resources: JsonObject): JsonObject | undefined {
  const { limits, requests } = resources
  const requested = isObject(requests) ? requests : undefined
  // Go makes a map for the requests of every map of limits, even an empty one.
  if (asGiven(resources, 'limits') !== undefined && requested === undefined) noteEmpty(resources, 'requests', {})
  return isObject(limits) ? { ...limits, ...requested } : requested
}

/** On the host network a container's port is also the host port. */
const sameHostPort = when(
  (_port, pod) => valueAt(pod, 'spec.hostNetwork') === true,
  (port: JsonObject) => port['containerPort'] || undefined,
)
const podContainer = {
  ...container,
  resources: { requests: always(limitsAsRequests) },
  ports: { protocol: 'TCP', hostPort: sameHostPort },
}

const trimmed = at(
  'image',
  holds((image) => String(image).trim() === image, invalid('must not have leading or trailing whitespace')),
)

const accountOfTokens = checkObject((spec, place) => {
  if (textAt(spec, 'serviceAccountName') !== '') return
  listAt(spec, 'volumes').forEach((volume, i) => {
    const sources = isObject(volume) ? listAt(volume, 'projected.sources') : []
    sources.forEach((source, j) => {
      if (!isObject(source) || !isObject(source['serviceAccountToken'])) return
      const steps = ['volumes', i, 'projected', 'sources', j, 'serviceAccountToken']
      place.forbidden('must not be specified when serviceAccountName is not set', ...steps)
    })
  })
})

const rules: readonly Rule[] = [
  podAnnotations('metadata', 'annotations'),
  at('spec', podSpecRules),
  at('spec', accountOfTokens, each('containers', trimmed), each('initContainers', trimmed)),
]

const annotationsUpdate = all(fixedAnnotations, podAnnotations('metadata', 'annotations'))

const GATED = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
}

/** A new pod is pending, even when its body has another status. */
const prepared =
  (sync: ReturnType<typeof syncAppArmor>) =>
  (pod: ApiObject, { warn }: WriteContext): void => {
    const gated = listAt(pod, 'spec.schedulingGates').length > 0
    pod['status'] = { phase: 'Pending', ...(gated && { conditions: [GATED] }), qosClass: qosClass(pod) }
    sync(pod, warn)
  }

const fieldSelectors: Behaviour['fieldSelectors'] = {
  'spec.nodeName': (object) => textAt(object, 'spec.nodeName'),
  'spec.host': (object) => textAt(object, 'spec.nodeName'),
  'spec.restartPolicy': (object) => textAt(object, 'spec.restartPolicy'),
  'spec.schedulerName': (object) => textAt(object, 'spec.schedulerName'),
  'spec.serviceAccountName': (object) => textAt(object, 'spec.serviceAccountName'),
  'spec.hostNetwork': (object) => String(valueAt(object, 'spec.hostNetwork') === true),
  'status.phase': (object) => textAt(object, 'status.phase'),
  'status.podIP': (object) => textAt(object, 'status.podIP'),
  // The real server accepts this field, but no pod matches it.
  'status.podIPs': () => '',
  'status.nominatedNodeName': (object) => textAt(object, 'status.nominatedNodeName'),
}

export const pods = {
  resource: 'pods',
  defaults: {
    metadata: podMetadata,
    spec: {
      ...podSpec,
      initContainers: podContainer,
      containers: podContainer,
      terminationGracePeriodSeconds: always(storedGrace),
      enableServiceLinks: true,
    },
    status: { podIPs: always(podAddresses), podIP: always(firstAddress) },
  },
  rules: [
    ...rules,
    at(
      'spec',
      at('ephemeralContainers', empty('cannot be set on create')),
      checkObject((spec, place) => {
        if (textAt(spec, 'nodeName') !== '' && listAt(spec, 'schedulingGates').length > 0) {
          place.forbidden('cannot be set until all schedulingGates have been cleared', 'nodeName')
        }
      }),
    ),
    profilesAgree,
  ],
  updates: [...rules, annotationsUpdate, at('spec', containersUpdate), at('spec', podSpecUpdate)],
  gated: { ...podGates('spec'), ...podStatusGates },
  subresourceRules: {
    ephemeralcontainers: [ephemeralContainersUpdate(...rules, annotationsUpdate)],
    status: [annotationsUpdate, ...podStatusRules],
  },
  warnings: [hostNameWarning("this is used in the Pod's hostname"), podWarnings],
  behaviour: ({ spell }) => ({
    gracePeriod,
    prepareCreate: prepared(syncAppArmor(spell)),
    prepareStatus: ({ metadata }, old) => {
      if (metadata === undefined) return
      metadata.deletionTimestamp = old.metadata?.deletionTimestamp
      // Old node agents write back owner references that the garbage collector has removed.
      metadata.ownerReferences = old.metadata?.ownerReferences
    },
    subresources: {
      status: { unownedFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'], keepsGated: true },
      ephemeralcontainers: {
        // An apply conflicts with the owners of the status, although the write keeps the stored status.
        unownedFields: [],
        prepareUpdate(object, old) {
          const ephemeralContainers = valueAt(object, 'spec.ephemeralContainers')
          object['spec'] = { ...ensuredObject(old, 'spec'), ephemeralContainers }
          object['status'] = old['status']
          // The field ownership stays as well: no manager owns the fields written through this subresource.
          const { uid, resourceVersion } = object.metadata ?? {}
          object.metadata = { ...old.metadata, uid, resourceVersion }
        },
      },
    },
    fieldSelectors,
    rowConditions: podRowConditions,
    columns: podColumns,
  }),
} satisfies Kind
