import { doubleOf } from '../../../worker/api/numbers.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Quantity } from '../../../worker/api/quantity.ts'
import { formatQuantity, parseQuantity, quantityValue } from '../../../worker/api/quantity.ts'
import { annotationLines, describeHead, labelLines } from '../description.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { hasReason, ServerError } from '../failure.ts'
import type { EventSubject, DescribeContext } from './describer.ts'
import { count, line, longDate, optionalLine } from './fields.ts'
import type { Resources } from './pod-resources.ts'
import { podResources, totalResources } from './pod-resources.ts'

export async function nodeText(node: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata } = node
  const spec = objectOrEmpty(node.spec)
  const { conditions, addresses, capacity, allocatable, nodeInfo } = objectOrEmpty(node.status)
  const pods = await podsOn(metadata?.name ?? '', context)
  return [
    line('Name', metadata?.name),
    line('Roles', rolesOf(metadata?.labels ?? {}, context).join(',') || '<none>'),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    line('CreationTimestamp', longDate(metadata?.creationTimestamp)),
    taintsText(objectsIn(spec.taints)),
    line('Unschedulable', spec.unschedulable ?? false),
    await leaseText(metadata?.name ?? '', context),
    conditionsText(objectsIn(conditions)),
    'Addresses:\n',
    ...objectsIn(addresses).map(({ type, address }) => line(`  ${stringOrEmpty(type)}`, stringOrEmpty(address))),
    amountsText('Capacity', capacity),
    amountsText('Allocatable', allocatable),
    'System Info:\n',
    ...SYSTEM.map(([label, field]) => line(`  ${label}`, stringOrEmpty(objectOrEmpty(nodeInfo)[field]))),
    optionalLine('PodCIDR', spec.podCIDR),
    optionalLine('PodCIDRs', stringsIn(spec.podCIDRs).join(',')),
    optionalLine('ProviderID', spec.providerID),
    pods === undefined
      ? line('Pods', 'not authorized')
      : podsText(pods, objectOrEmpty(allocatable ?? capacity), context.now),
  ].join('')
}

const SYSTEM = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
  ['Kubelet Version', 'kubeletVersion'],
  ['Kube-Proxy Version', 'kubeProxyVersion'],
] as const

/** Events of controllers carry the node's uid. Events of the kubelet carry the node's name as the uid. */
export const nodeEvents = ({ metadata }: ApiObject, kind: string): readonly EventSubject[] => [
  { kind, uid: metadata?.uid },
  { kind, uid: metadata?.name },
]

/** The non-terminated pods on the node; undefined without permission to list pods. */
const podsOn = (name: string, { list }: DescribeContext): Promise<ApiObject[] | undefined> =>
  list('/api/v1/pods', { fieldSelector: `spec.nodeName=${name},status.phase!=Failed,status.phase!=Succeeded` }).catch(
    (error: unknown) => {
      if (hasReason(error, 'Forbidden')) return undefined
      throw error
    },
  )

function rolesOf(labels: Readonly<Record<string, string>>, { spell }: DescribeContext): string[] {
  const prefix = spell('node-role.{labels}/')
  const roles = Object.entries(labels).map(([key, value]) => {
    if (key.startsWith(prefix)) return key.slice(prefix.length)
    return key === spell('{labels}/role') ? value : ''
  })
  return [...new Set(roles)].filter((role) => role !== '').sort()
}

function taintsText(taints: readonly JsonObject[]): string {
  const order = ({ effect, key }: JsonObject): string => `${stringOrEmpty(effect)},${stringOrEmpty(key)}`
  const texts = [...taints]
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map(
      ({ key, value, effect }) =>
        `${stringOrEmpty(key)}${stringOrEmpty(value) === '' ? '' : `=${stringOrEmpty(value)}`}:${stringOrEmpty(effect)}`,
    )
  return line('Taints', texts.join('\n\t') || '<none>')
}

async function leaseText(name: string, { get, spell }: DescribeContext): Promise<string> {
  const path = spell('/apis/coordination.{domain}/v1/namespaces/{system}-node-lease/leases/')
  try {
    const { holderIdentity, acquireTime, renewTime } = objectOrEmpty((await get(path + name)).spec)
    return [
      'Lease:\n',
      line('  HolderIdentity', holderIdentity ?? '<unset>'),
      line('  AcquireTime', acquireTime === undefined ? '<unset>' : longDate(acquireTime)),
      line('  RenewTime', renewTime === undefined ? '<unset>' : longDate(renewTime)),
    ].join('')
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    return line('Lease', `Failed to get lease: ${error.message}`)
  }
}

function conditionsText(conditions: readonly JsonObject[]): string {
  const rows = conditions.map(
    ({ type, status, lastHeartbeatTime, lastTransitionTime, reason, message }) =>
      `  ${stringOrEmpty(type)} \t${stringOrEmpty(status)} \t${longDate(lastHeartbeatTime)} \t${longDate(lastTransitionTime)} \t${stringOrEmpty(reason)} \t${stringOrEmpty(message)}\n`,
  )
  const heading =
    'Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n'
  return rows.length === 0 ? '' : heading + rows.join('')
}

function amountsText(label: string, value: unknown): string {
  const all = Object.entries(objectOrEmpty(value)).sort(([a], [b]) => (a < b ? -1 : 1))
  return all.length === 0 ? '' : `${label}:\n${all.map(([name, amount]) => line(`  ${name}`, amount)).join('')}`
}

const ZERO = parseQuantity('0')
const MILLI = -3
/** Go's `int64(NaN)` on amd64: the percentage that kubectl prints when the allocatable amount is zero. */
const NO_NUMBER = '-9223372036854775808'

/**
 * An amount and its percentage of the node's allocatable amount: `100m (5%)`.
 * @param unknown the percentage that is printed when the allocatable amount is missing or zero
 */
function shareText(available: JsonObject, name: string, amount: Quantity = ZERO, unknown = '0'): string {
  const exponent = name === 'cpu' ? MILLI : 0
  const whole = doubleOf(quantityValue(parseQuantity(stringOrEmpty(available[name]) || '0'), exponent))
  const percent = Math.trunc((doubleOf(quantityValue(amount, exponent)) / whole) * 100)
  return `${formatQuantity(amount)} (${whole === 0 ? unknown : percent}%)`
}

function podsText(pods: readonly ApiObject[], available: JsonObject, now: number): string {
  const used = pods.map((pod) => ({
    pod,
    requests: podResources(pod, 'requests'),
    limits: podResources(pod, 'limits'),
  }))
  const rows = used.map(({ pod: { metadata }, requests, limits }) => {
    const shares = ['cpu', 'memory'].flatMap((name) =>
      [requests, limits].map((of) => shareText(available, name, of.get(name), NO_NUMBER)),
    )
    const age = humanDuration(now - Date.parse(stringOrEmpty(metadata?.creationTimestamp)))
    return `  ${metadata?.namespace}\t${metadata?.name}\t\t${shares.join('\t')}\t${age}\n`
  })
  return [
    line('Non-terminated Pods', `(${pods.length} in total)`),
    '  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n',
    '  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n',
    ...rows,
    'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n',
    '  Resource\tRequests\tLimits\n  --------\t--------\t------\n',
    ...totalsText(
      totalResources(used.map(({ requests }) => requests)),
      totalResources(used.map(({ limits }) => limits)),
      available,
    ),
  ].join('')
}

const STANDARD = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods'])

function totalsText(requests: Resources, limits: Resources, available: JsonObject): string[] {
  const isHuge = (name: string): boolean => name.startsWith('hugepages-')
  const names = Object.keys(available).sort()
  const shared = ['cpu', 'memory', 'ephemeral-storage', ...names.filter(isHuge)]
  const extended = names.filter((name) => !STANDARD.has(name) && !isHuge(name))
  const row = (text: (name: string, amount?: Quantity) => string) => (name: string) =>
    `  ${name}\t${text(name, requests.get(name))}\t${text(name, limits.get(name))}\n`
  return [
    ...shared.map(row((name, amount) => shareText(available, name, amount))),
    ...extended.map(row((_, amount = ZERO) => formatQuantity(amount))),
  ]
}

export function csiNodeText(object: ApiObject): string {
  const { drivers } = objectOrEmpty(object.spec)
  const texts = objectsIn(drivers).map(({ name, nodeID, allocatable, topologyKeys }) => {
    const { count: most } = objectOrEmpty(allocatable)
    return [
      `    ${stringOrEmpty(name)}:\n`,
      line('      Node ID', stringOrEmpty(nodeID)),
      most === undefined ? '' : `      Allocatables:\n${line('        Count', count(most))}`,
      Array.isArray(topologyKeys) ? line('      Topology Keys', `[${stringsIn(topologyKeys).join(' ')}]`) : '',
    ].join('')
  })
  return [
    describeHead(object, false),
    line('CreationTimestamp', longDate(object.metadata?.creationTimestamp)),
    'Spec:\n',
    Array.isArray(drivers) ? '  Drivers:\n' : '',
    ...texts,
  ].join('')
}
