import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatMicroTime } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { VERSION } from '../../http/non-resource-requests.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { objectAt } from '../object-parts.ts'

export const FIRST_NODE = 'node-1'

/** The capacity of a common laptop. */
const CAPACITY = {
  cpu: '4',
  memory: '8Gi',
  pods: '110',
  'ephemeral-storage': '100Gi',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
}

const PRESSURES = [
  ['MemoryPressure', 'HasSufficientMemory', 'has sufficient memory available'],
  ['DiskPressure', 'HasNoDiskPressure', 'has no disk pressure'],
  ['PIDPressure', 'HasSufficientPID', 'has sufficient PID available'],
] as const

/** Reads and completes simulated nodes, with the label and annotation names of a dialect. */
export interface NodeFacts {
  /**
   * Whether the simulation runs the kubelet of a node: when `simulated.{domain}/node` requests it, or when no other
   * kubelet has reported. The value `"false"` excludes the node.
   */
  isSimulated(node: ApiObject): boolean
  /** Patches with the missing parts of a node and of its status. Only allocatable extended resources are replaced. */
  completion(
    node: ApiObject,
    given: { readonly range: string; readonly time: string; readonly id: () => string },
  ): Completion
}

/** Patches of the node and of its status; each is undefined when it would change nothing. */
export interface Completion {
  readonly node: ApiObject | undefined
  readonly status: JsonObject | undefined
}

export function nodeFacts(dialect: Dialect): NodeFacts {
  const { spell } = dialect
  const mark = spell('simulated.{domain}/node')
  const ownLabels = (name: string): readonly (readonly [string, string])[] => [
    [spell('{labels}/hostname'), name],
    [spell('{labels}/os'), 'linux'],
    [spell('{labels}/arch'), 'amd64'],
  ]
  const agent = spell('{agent}')
  return {
    isSimulated(node) {
      const requested = node.metadata?.annotations?.[mark]
      return requested === undefined ? textAt(node, 'status.nodeInfo.kubeletVersion') === '' : requested !== 'false'
    },
    completion(node, { range, time, id }) {
      const { name = '', labels = {}, annotations = {} } = node.metadata ?? {}
      const missing = ownLabels(name).filter(([key]) => !Object.hasOwn(labels, key))
      const spec = textAt(node, 'spec.podCIDR') === '' ? { podCIDR: range, podCIDRs: [range] } : undefined
      const isComplete = missing.length === 0 && Object.hasOwn(annotations, mark) && spec === undefined
      const metadata = { labels: Object.fromEntries(missing), annotations: { [mark]: 'true' } }
      return {
        node: isComplete ? undefined : { metadata, ...(spec && { spec }) },
        status: statusOf(node, { range: textAt(node, 'spec.podCIDR') || range, time, id, agent }),
      }
    },
  }
}

function statusOf(
  node: ApiObject,
  { range, time, id, agent }: { range: string; time: string; id: () => string; agent: string },
): JsonObject | undefined {
  const status = objectAt(node, 'status')
  const capacity = objectAt(status, 'capacity')
  const allocatable = objectAt(status, 'allocatable')
  const has = (type: string): boolean =>
    listAt(status, 'conditions').some((one) => isObject(one) && one['type'] === type)
  const condition = (type: string, isTrue: boolean, reason: string, message: string): JsonObject => {
    const times = { lastHeartbeatTime: time, lastTransitionTime: time }
    return {
      type,
      status: isTrue ? 'True' : 'False',
      ...times,
      reason: `Kubelet${reason}`,
      message: `${agent} ${message}`,
    }
  }
  const conditions = [
    ...PRESSURES.filter(([type]) => !has(type)).map(([type, reason, message]) =>
      condition(type, false, reason, message),
    ),
    ...(has('Ready') ? [] : [condition('Ready', true, 'Ready', 'is posting ready status')]),
  ]
  const extended = extendedResources(capacity, allocatable)
  const wanted: JsonObject = {
    ...(conditions.length > 0 && { conditions }),
    ...(valueAt(status, 'addresses') === undefined && { addresses: addressesOf(node, range) }),
    ...(textAt(status, 'nodeInfo.kubeletVersion') === '' && { nodeInfo: nodeInfo(id) }),
    // A value that the node already has is a limit: a node with two CPUs allocates at most two.
    ...(!('pods' in capacity) && { capacity: { ...CAPACITY, ...allocatable, ...capacity } }),
    ...(!('pods' in allocatable)
      ? { allocatable: { ...CAPACITY, ...capacity, ...allocatable } }
      : extended !== undefined && { allocatable: extended }),
  }
  return Object.keys(wanted).length > 0 ? wanted : undefined
}

/** The change that makes exactly the extended resources of the capacity allocatable; undefined without a change. */
function extendedResources(capacity: JsonObject, allocatable: JsonObject): JsonObject | undefined {
  const names = [...Object.keys(capacity), ...Object.keys(allocatable)].filter((name) => name.includes('/'))
  const changed = names.filter((name) => ownMember(capacity, name) !== ownMember(allocatable, name))
  if (changed.length === 0 || !('pods' in capacity)) return undefined
  return Object.fromEntries(changed.map((name) => [name, ownMember(capacity, name) ?? null]))
}

/** The node address follows from the pod range: the node with 10.244.N.0/24 has 172.18.0.N+2. From N = 250 on, addresses repeat. */
function addressesOf(node: ApiObject, range: string): JsonObject[] {
  const third = boundedNumber(range.split('.')[2] ?? 0)
  return [
    { type: 'InternalIP', address: `172.18.0.${(third % 250) + 2}` },
    { type: 'Hostname', address: node.metadata?.name ?? '' },
  ]
}

const nodeInfo = (id: () => string): JsonObject => ({
  machineID: id(),
  systemUUID: id(),
  bootID: id(),
  kernelVersion: 'none',
  osImage: 'simulated by Tabplane',
  containerRuntimeVersion: 'simulated://none',
  kubeletVersion: VERSION.gitVersion,
  kubeProxyVersion: VERSION.gitVersion,
  operatingSystem: 'linux',
  architecture: 'amd64',
})

/** The first pod range that no node has. */
export function freeRange(nodes: Iterable<ApiObject>): string {
  const taken = new Set(Array.from(nodes, (node) => textAt(node, 'spec.podCIDR')))
  for (let third = 0; third < 256; third++) {
    const range = `10.244.${third}.0/24`
    if (!taken.has(range)) return range
  }
  throw new Error('delete a node: 256 nodes use all ranges of pod addresses')
}

/** The heartbeat lease of a node, renewed at the time when the node joined. The garbage collector deletes it with the node. */
export function leaseOf({ metadata }: ApiObject, { spell }: Dialect, now: number): ApiObject {
  const { name = '', uid = '' } = metadata ?? {}
  return {
    metadata: {
      name,
      namespace: spell('{system}-node-lease'),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: formatMicroTime(now) },
  }
}
