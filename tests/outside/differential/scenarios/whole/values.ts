import { pickFrom, type Dice } from '../../../../fuzz/dice.ts'
import { readRecording } from '../../../../recordings/archive.ts'

/** A published type of OpenAPI v3, as recordings/schema/types names its keys. */
interface PublishedType {
  readonly ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly items?: PublishedType
  readonly additionalProperties?: PublishedType
  readonly properties?: Readonly<Record<string, PublishedType>>
}

const TYPES = new Map(Object.entries(readRecording('schema', 'types') as Readonly<Record<string, PublishedType>>))

const TEXTS = ['', 'a', 'b', 'abc', 'A_b', 'a.b', 'a.b/c', '1.2.3.4', '10.0.0.0/8', '/x', '../y', 'x y', 'x'.repeat(64), '50%', 'metadata.name', '$(X)', '::1', 'true', 'é', '-', '*'] // prettier-ignore
const NUMBERS = [0, 1, 1, 2, 3, 5, -1, 80, 443, 600, 70_000, 2_147_483_647]
const QUANTITIES = ['1', '500m', '1Gi', '0', '-1', '2', '1500m', '3Mi']
const PORTS = [80, 'http', '50%', -1, 0, '101%', 'A_', 1]
const KEYS = ['a', 'cpu', 'memory', 'a.b/c', 'A b', 'storage', 'example.com/x', 'pods']

/** Texts that fit a field of this name, and some that nearly fit. */
const BY_NAME = new Map<string, readonly string[]>(
  Object.entries({
    kind: ['Pod', 'Deployment', 'ConfigMap', 'X', ''], apiVersion: ['v1', 'apps/v1', 'a/b/c', ''], apiGroup: ['', 'apps', 'rbac.authorization.k8s.io', 'A_b'],
    protocol: ['TCP', 'UDP', 'SCTP', 'X', ''], operator: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Equal', 'X', ''], effect: ['NoSchedule', 'PreferNoSchedule', 'NoExecute', 'X', ''],
    type: ['Localhost', 'RuntimeDefault', 'Unconfined', 'Resource', 'Utilization', 'Value', 'Pods', 'Percent', 'Recreate', 'RollingUpdate', 'OnDelete', 'NodePort', 'ExternalName', 'Container', 'Queue', 'Limited', ''],
    name: ['a', 'b', 'c', 'A_b', '', 'a.b', 'x'.repeat(64), 'cpu', 'memory'], resource: ['limits.cpu', 'requests.memory', 'x', ''], cidr: ['10.0.0.0/8', '10.1.0.0/16', 'x', '::/0'],
    fieldPath: ['metadata.name', "metadata.labels['a']", 'status.podIP', 'spec.nodeName', 'x', ''], host: ['a.b', '*.a.b', '1.2.3.4', 'A', ''], path: ['/a', 'a', '', '../x', '/a//b'],
    pathType: ['Prefix', 'Exact', 'ImplementationSpecific', 'X', ''], mountPath: ['/a', '/b', '', 'a:b'], scopeName: ['PriorityClass', 'BestEffort', 'Terminating', 'X'], accessModes: ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteOncePod', 'X'],
    policyTypes: ['Ingress', 'Egress', 'X'], restartPolicy: ['Always', 'Never', 'OnFailure', 'X', ''], addressType: ['IPv4', 'IPv6', 'FQDN', 'X'], addresses: ['1.2.3.4', '::1', 'a.b', '127.0.0.1', 'x'],
    ip: ['1.2.3.4', '127.0.0.1', '::1', 'x', ''], whenUnsatisfiable: ['DoNotSchedule', 'ScheduleAnyway', 'X', ''], volumeMode: ['Block', 'Filesystem', 'X', ''], clusterIP: ['', 'None', '10.0.0.3', 'x'],
    ipFamilies: ['IPv4', 'IPv6', 'X'], action: ['FailJob', 'Ignore', 'Count', 'FailIndex', 'X'], schedule: ['* * * * *', '@hourly', 'x', ''], succeededIndexes: ['0', '0-2,1', '9', 'x', ''],
  }),
) // prettier-ignore

/** Types whose values have a special form, by the end of their names. */
const SINGLE: readonly (readonly [end: string, value: (roll: Dice) => unknown])[] = [
  ['.MicroTime', () => '2020-01-01T00:00:00.000000Z'],
  ['.Time', () => '2020-01-01T00:00:00Z'],
  ['.Quantity', (roll) => pickFrom(roll, QUANTITIES)],
  ['.IntOrString', (roll) => pickFrom(roll, PORTS)],
  ['.ObjectMeta', (roll) => ({ name: pickFrom(roll, ['t', 'A_']), labels: roll.chance(0.5) ? { a: pickFrom(roll, ['b', 'x y']) } : {} })],
  ['.RawExtension', () => ({})],
] // prettier-ignore

/** Members of the object that a case chooses itself, and the members that a workload needs. */
const CHOSEN = new Set(['apiVersion', 'kind', 'metadata', 'status'])
const NEEDED = new Set(['spec', 'template', 'jobTemplate', 'containers'])
const DEEP = 8

/** A random object of a published type, such as `core.v1.Pod`. Its values have the right types; most of them are faulty. */
export function wholeObject(roll: Dice, type: string): Record<string, unknown> {
  const published = TYPES.get(`io.k8s.api.${type}`)
  if (published === undefined) throw new Error(`the type ${type} is not published`)
  return members(roll, published, 0)
}

function members(roll: Dice, { properties = {}, required = [] }: PublishedType, depth: number): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => depth > 0 || !CHOSEN.has(name))
  const share = depth <= 1 ? 0.35 : Math.min(0.5, 3 / names.length)
  const rare = depth > DEEP ? 0.05 : share
  const given = names.filter((name) => roll.chance(required.includes(name) || (NEEDED.has(name) && depth < 4) ? 0.93 : rare))
  return Object.fromEntries(given.map((name) => [name, value(roll, { name, type: properties[name] ?? {}, depth: depth + 1 })]))
} // prettier-ignore

interface Wanted {
  readonly name: string
  readonly type: PublishedType
  readonly depth: number
}

function value(roll: Dice, wanted: Wanted): unknown {
  const { name, type, depth } = wanted
  if (type.ref !== undefined) {
    const { ref } = type
    const single = SINGLE.find(([end]) => ref.endsWith(end))
    return single === undefined ? value(roll, { ...wanted, type: TYPES.get(ref) ?? {} }) : single[1](roll)
  }
  if (type.items !== undefined) {
    const items = type.items
    return Array.from({ length: pickFrom(roll, [0, 1, 1, 1, 2, 2, 3]) }, () => value(roll, { name, type: items, depth: depth + 1 }))
  }
  // A map has one key at most, because the real server names the faults of several keys in random order.
  if (type.additionalProperties !== undefined)
    return roll.chance(0.15) ? {} : { [pickFrom(roll, KEYS)]: value(roll, { name, type: type.additionalProperties, depth: depth + 1 }) }
  return type.type === 'object' ? members(roll, type, depth) : scalar(roll, wanted)
} // prettier-ignore

function scalar(roll: Dice, { name, type }: Wanted): unknown {
  if (type.type === 'boolean') return roll.chance(0.5)
  if (type.type === 'integer' || type.type === 'number') return pickFrom(roll, NUMBERS)
  if (type.format === 'byte') return pickFrom(roll, ['YQ==', '', 'LS0t'])
  if (type.enum !== undefined && roll.chance(0.75)) return pickFrom(roll, type.enum)
  const fitting = BY_NAME.get(name)
  return pickFrom(roll, fitting !== undefined && roll.chance(0.8) ? fitting : TEXTS)
}
