import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { STARTING } from './object-state.ts'

/** Why an object is not in its wanted state. */
export interface FailureReason {
  /** The container or the condition: `container web`, `condition Progressing`; empty for the whole object. */
  readonly subject: string
  /** The word of the server: `CrashLoopBackOff`. */
  readonly reason: string
  readonly what: string
  /** The next step of the user; empty when the text of the server is all that is known. */
  readonly next: string
  /** The text of the server. */
  readonly message: string
  /** The last end of the container: `OOMKilled, exit code 137`. */
  readonly lastEnd: string
}

type Words = readonly [what: string, next: string]

const READ_THE_LOG =
  'Read its log in the terminal (logs --previous), then correct its command, its settings or its image.'
const PULL: Words = [
  'The image cannot be pulled.',
  'Correct the name or the tag of the image, or give the pod a secret for its registry.',
]
const NODE_SILENT: Words = [
  'The node does not report that it is ready.',
  'Its pods move to other nodes after some minutes. Mend the node, or delete it.',
]
const SHORT_OF: Words = ['The node is short of a resource, and evicts pods.', 'Delete pods there, or give them limits.']

/** Plain words for the reasons of containers, pods and conditions. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['CrashLoopBackOff', ['The program ends again and again, so its next start is delayed.', READ_THE_LOG]],
  ['ImagePullBackOff', PULL],
  ['ErrImagePull', PULL],
  ['InvalidImageName', ['The name of the image cannot be read.', 'Correct it: registry/name:tag.']],
  ['ErrImageNeverPull', ['The node has no such image, and imagePullPolicy forbids to pull it.', 'Change the policy.']],
  [
    'CreateContainerConfigError',
    ['A ConfigMap, a Secret or a key that the container uses does not exist.', 'Create it, or correct the reference.'],
  ],
  ['CreateContainerError', ['The container cannot be created.', 'Correct the field that the text below names.']],
  ['RunContainerError', ['The container cannot be started.', 'Correct the field that the text below names.']],
  [
    'OOMKilled',
    ['The container used more memory than its limit allows.', 'Raise resources.limits.memory, or make it use less.'],
  ],
  ['Error', ['The program ended with an error.', READ_THE_LOG]],
  ['Unschedulable', ['No node accepts the pod.', 'The list below says why each node refuses it.']],
  ['SchedulingGated', ['A scheduling gate holds the pod.', 'Remove spec.schedulingGates when it may be placed.']],
  ['Evicted', ['The node evicted the pod, because it was short of a resource.', 'A controller makes a new pod.']],
  [
    'DeadlineExceeded',
    ['It ran longer than activeDeadlineSeconds allows.', 'Raise the limit, or make the work shorter.'],
  ],
  [
    'ProgressDeadlineExceeded',
    [
      'The rollout made no progress within its deadline.',
      'Open a failing pod below for the cause. Then correct the template, or undo the rollout.',
    ],
  ],
  [
    'MinimumReplicasUnavailable',
    ['Fewer pods are ready than the workload needs.', 'Open a pod below that is not ready: its details say why.'],
  ],
  [
    'FailedCreate',
    ['The controller was not allowed to create pods.', 'The text below names the quota, policy or webhook.'],
  ],
  [
    'BackoffLimitExceeded',
    ['The pods of the job failed more often than backoffLimit allows.', 'Open a failed pod below for the cause.'],
  ],
  ['NodeStatusUnknown', NODE_SILENT],
  ['KubeletNotReady', NODE_SILENT],
  [
    'FailedGetResourceMetric',
    ['The autoscaler received no metrics.', 'Install a metrics server, or give the pods resource requests.'],
  ],
])

const child = (value: JsonObject, key: string): JsonObject => objectOrEmpty(value[key])
const text = (value: JsonObject, key: string): string => stringOrEmpty(value[key])

function reasonOf(subject: string, reason: string, rest: Partial<FailureReason> = {}): FailureReason {
  const [what = '', next = ''] = WORDS.get(reason) ?? []
  return { subject, reason, what, next, message: '', lastEnd: '', ...rest }
}

/** The end of a container as text, `OOMKilled, exit code 137: the termination message`; empty without an end. */
function endText(ended: JsonObject): string {
  if (Object.keys(ended).length === 0) return ''
  const message = text(ended, 'message').trim()
  return `${text(ended, 'reason') || 'Ended'}, exit code ${String(ended['exitCode'])}${message && `: ${message}`}`
}

function containerReason(container: JsonObject): FailureReason | undefined {
  const subject = `container ${text(container, 'name')}`
  const state = child(container, 'state')
  const lastEnd = endText(child(child(container, 'lastState'), 'terminated'))
  const waiting = child(state, 'waiting')
  if (!STARTING.includes(text(waiting, 'reason')))
    return reasonOf(subject, text(waiting, 'reason'), { message: text(waiting, 'message'), lastEnd })
  const ended = child(state, 'terminated')
  if (typeof ended['exitCode'] === 'number' && ended['exitCode'] !== 0)
    return reasonOf(subject, text(ended, 'reason') || 'Error', { lastEnd: endText(ended) })
  if (!isObject(state['running']) || container['ready'] === true) return undefined
  return reasonOf(subject, 'Not ready', {
    what: 'The container runs, and its readiness probe has not succeeded.',
    next: 'Compare the probe with the program. Services send no traffic to the pod until the probe succeeds.',
    lastEnd,
  })
}

function podReasons(pod: StoredObject): FailureReason[] {
  const status = child(pod, 'status')
  if (status['phase'] === 'Succeeded') return []
  const whole = text(status, 'reason')
  const scheduled = objectsIn(status['conditions']).find(({ type }) => type === 'PodScheduled')
  const unplaced = scheduled?.['status'] === 'False' ? scheduled : undefined
  const app = objectsIn(status['containerStatuses'])
  // A finished init container is ready; a running one has no readiness.
  const init = objectsIn(status['initContainerStatuses']).filter(
    (container) => !isObject(child(container, 'state')['running']),
  )
  return [
    ...(whole === '' ? [] : [reasonOf('', whole, { message: text(status, 'message') })]),
    ...(unplaced ? [reasonOf('', text(unplaced, 'reason'), { message: text(unplaced, 'message') })] : []),
    ...[...init, ...app].flatMap((container) => containerReason(container) ?? []),
  ]
}

/** Conditions that a working object has with the status True. */
const WANTED = new Set([
  'Ready',
  'Available',
  'Progressing',
  'Established',
  'NamesAccepted',
  'ScalingActive',
  'AbleToScale',
])
/** Conditions that report a fault with the status True. */
const UNWANTED = /(Failure|Failed|Pressure|Unavailable|Remaining|Degraded|Stalled)$/

function isFault(condition: JsonObject): boolean {
  const type = text(condition, 'type')
  return WANTED.has(type) ? condition['status'] !== 'True' : UNWANTED.test(type) && condition['status'] === 'True'
}

function conditionReasons(object: StoredObject): FailureReason[] {
  return objectsIn(child(object, 'status')['conditions'])
    .filter(isFault)
    .map((condition) => {
      const type = text(condition, 'type')
      const found = reasonOf(`condition ${type}`, text(condition, 'reason'), { message: text(condition, 'message') })
      if (found.what !== '') return found
      const [what, next] = type.endsWith('Pressure') ? SHORT_OF : [`${type} is ${text(condition, 'status')}.`, '']
      return { ...found, what, next }
    })
}

/** The reasons why an object is not in its wanted state; empty for an object in that state. */
export function failureReasons(object: StoredObject): readonly FailureReason[] {
  if (object.kind === 'Pod') return podReasons(object)
  if (object.kind === 'PersistentVolumeClaim' && child(object, 'status')['phase'] === 'Pending')
    return [
      reasonOf('', 'Pending', {
        what: 'The claim has no volume yet.',
        next: 'Its events say what it waits for: a pod that uses it, or a volume or StorageClass that fits.',
      }),
    ]
  return conditionReasons(object)
}
