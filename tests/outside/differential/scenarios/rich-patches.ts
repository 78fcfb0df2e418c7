import type { Case, Step } from '../../../conformance/case.ts'
import { isMembers, type Members } from '../../../conformance/json-path.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { changedObject, placesOf, valueAtPlace, type Path } from './rich/changes.ts'
import { RICH_OBJECTS, type RichObject } from './rich/kinds.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 4007
/** The number of patches of one object in one case. */
const PATCHES = 60

/** Members by which the server finds items of lists. */
const KEYS = ['name', 'containerPort', 'port', 'protocol', 'mountPath', 'devicePath', 'ip', 'topologyKey', 'whenUnsatisfiable', 'key', 'uid', 'type', 'conditionType'] // prettier-ignore

const keysOf = (item: Members): Members =>
  Object.fromEntries(Object.entries(item).filter(([name]) => KEYS.includes(name)))

/** The patch of one place: objects around it, with items of lists by their keys. */
function around(object: unknown, path: Path, inner: Members | undefined, value?: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return inner === undefined ? value : { ...inner }
  const child = (object as Members | undefined)?.[step]
  const below = around(child, rest, inner, value)
  if (typeof step !== 'number') return { [step]: below }
  return [isMembers(child) && isMembers(below) ? { ...keysOf(child), ...below } : below]
}

const WORDS = ['delete', 'replace', 'merge', 'bogus', '', 5]

/** A patch of a list, often with directives among its items or as members beside it. */
function listPatch(roll: Dice, object: Members, path: Path): unknown {
  const list = valueAtPlace(object, path) as unknown[]
  const [parent, name] = [path.slice(0, -1), String(path.at(-1))]
  const item = pickFrom(roll, list.length > 0 ? list : [{}])
  const keys = isMembers(item) ? keysOf(item) : item
  const others: readonly unknown[] = [
    null,
    [],
    [keys],
    [{}],
    [item, item],
    [...list].reverse(),
    [{ $patch: pickFrom(roll, WORDS) }],
    [{ $patch: pickFrom(roll, WORDS), ...(isMembers(keys) ? keys : {}) }],
    [{ $patch: 'replace' }, item],
    [item, { $patch: 'replace' }],
    [{ $patch: 'delete', ...(isMembers(keys) ? keys : {}) }, item],
    [{ ...(isMembers(keys) ? keys : {}), $retainKeys: Object.keys(isMembers(keys) ? keys : {}) }],
    [{ ...(isMembers(keys) ? keys : {}), name: 'new' }],
    [{ name: null }],
    ['x'],
    [[item]],
    { a: 'b' },
    'x',
  ]
  const order = [[], list.map((one) => (isMembers(one) ? keysOf(one) : one)), [{ name: 'absent' }], [keys, keys], ['x'], null, 'x', [{}]] // prettier-ignore
  const content = {
    ...(roll.chance(0.75) ? { [name]: pickFrom(roll, others) } : {}),
    ...(roll.chance(0.35) ? { [`$setElementOrder/${name}`]: pickFrom(roll, order) } : {}),
    ...(roll.chance(0.2) ? { [`$deleteFromPrimitiveList/${name}`]: pickFrom(roll, [[item], ['absent'], [], null, 'x', [{ a: 1 }]]) } : {}),
  } // prettier-ignore
  return around(object, parent, content)
}

/** A patch with directives in an object. */
function objectPatch(roll: Dice, object: Members, path: Path): unknown {
  const given = valueAtPlace(object, path) as Members
  const [first = 'a', second = 'b'] = Object.keys(given)
  const parts: readonly Members[] = [
    { $patch: pickFrom(roll, WORDS) },
    { $patch: 'replace', ...given },
    { $patch: 'replace', [first]: given[first] },
    { $patch: 'delete', [first]: given[first] },
    { $retainKeys: [first] },
    { $retainKeys: [first], [first]: given[first] },
    { $retainKeys: [first], [second]: given[second] },
    { $retainKeys: [first, second], [second]: given[second] },
    { $retainKeys: 'x' },
    { $retainKeys: null },
    { $retainKeys: [5] },
    { [first]: null },
    { [first]: null, [second]: null },
    { [first]: { $patch: 'delete' } },
    { [first]: {} },
    { [first]: [] },
    { [first]: 'x' },
    { [first]: given[second] },
  ]
  return around(object, path, pickFrom(roll, parts))
}

const pointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Operations of a JSON patch on places of the object. Some of them fail. */
function jsonPatch(roll: Dice, object: Members, all: readonly Path[]): unknown {
  const place = (): string => {
    const path = pointer(pickFrom(roll, all))
    return roll.chance(0.3) ? `${path}${pickFrom(roll, ['/-', '/0', '/9', '/x', '/', '~', '/-1', '/01'])}` : path
  }
  const operation = (): Members => {
    const op = pickFrom(roll, ['add', 'replace', 'remove', 'copy', 'move', 'test', 'test', 'bogus'])
    const value = valueAtPlace(object, pickFrom(roll, all))
    const from = op === 'copy' || op === 'move' ? { from: place() } : {}
    return { op, path: place(), ...from, ...(roll.chance(0.9) ? { value } : {}) }
  }
  return Array.from({ length: roll.pick([1, 1, 2, 3]) }, operation)
}

function patchStep(roll: Dice, item: string, { metadata: _metadata, ...content }: Members): Step {
  const all = [...placesOf(content, [])]
  const lists = all.filter((path) => Array.isArray(valueAtPlace(content, path)))
  const objects = all.filter((path) => isMembers(valueAtPlace(content, path)) && !Array.isArray(valueAtPlace(content, path)))
  const url = `${item}?dryRun=All${roll.chance(0.3) ? `&fieldValidation=${pickFrom(roll, ['Strict', 'Ignore'])}` : ''}`
  const kind = roll.below(10)
  if (kind < 2) return patch(url, jsonPatch(roll, content, all), { type: 'json' })
  const makes = kind < 6 && lists.length > 0 ? listPatch : objectPatch
  const places = makes === listPatch ? lists : objects
  const body = places.length === 0 ? { spec: null } : makes(roll, content, pickFrom(roll, places))
  return patch(url, body, { type: roll.chance(0.85) ? 'strategic' : 'merge' })
} // prettier-ignore

const nameOf = ({ object }: RichObject): string => String((object['metadata'] as Members)['name'])

function patchesCase(rich: RichObject, at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const { path, object, name } = rich
  const item = `${path}/${nameOf(rich)}`
  const steps = Array.from({ length: PATCHES }, () => patchStep(roll, item, object))
  return scenario('rich', `patches-${name}`, [post(path, object), ...steps, get(item), remove(item)], path.includes('${ns}') ? {} : { cleanup: [item] }) // prettier-ignore
}

/** Directives of strategic patches, merge patches and JSON patches at places of full objects. */
export const richPatchScenarios = (seed: number): Case[] => RICH_OBJECTS.map((rich, at) => patchesCase(rich, at, seed))

/** An object without its metadata, with one or two changed places, and without up to three of its places. */
function part(roll: Dice, { metadata: _metadata, ...content }: Members): Members {
  let picked = changedObject(roll, content)
  for (let cuts = roll.below(4); cuts > 0; cuts--) {
    const all = [...placesOf(picked, [])].filter((path) => path.length > 1)
    if (all.length === 0) break
    const path = pickFrom(roll, all)
    const parent = valueAtPlace(picked, path.slice(0, -1)) as Members
    picked = structuredClone(picked)
    const copy = valueAtPlace(picked, path.slice(0, -1)) as Members
    if (Array.isArray(parent)) (copy as unknown as unknown[]).splice(Number(path.at(-1)), 1)
    else delete copy[String(path.at(-1))]
  }
  return picked
}

function typeOf(path: string): Members {
  const [, , group = '', version = ''] = path.split('/')
  return { apiVersion: path.startsWith('/api/') ? 'v1' : `${group}/${version}` }
}

const KINDS: Readonly<Record<string, string>> = { pods: 'Pod', services: 'Service', persistentvolumeclaims: 'PersistentVolumeClaim', persistentvolumes: 'PersistentVolume', nodes: 'Node', namespaces: 'Namespace', secrets: 'Secret', configmaps: 'ConfigMap', serviceaccounts: 'ServiceAccount', resourcequotas: 'ResourceQuota', limitranges: 'LimitRange', endpoints: 'Endpoints', replicationcontrollers: 'ReplicationController', podtemplates: 'PodTemplate', events: 'Event', deployments: 'Deployment', replicasets: 'ReplicaSet', daemonsets: 'DaemonSet', statefulsets: 'StatefulSet', jobs: 'Job', cronjobs: 'CronJob', horizontalpodautoscalers: 'HorizontalPodAutoscaler', ingresses: 'Ingress', ingressclasses: 'IngressClass', networkpolicies: 'NetworkPolicy', poddisruptionbudgets: 'PodDisruptionBudget', endpointslices: 'EndpointSlice', leases: 'Lease', storageclasses: 'StorageClass', csidrivers: 'CSIDriver', csinodes: 'CSINode', csistoragecapacities: 'CSIStorageCapacity', volumeattachments: 'VolumeAttachment', priorityclasses: 'PriorityClass', runtimeclasses: 'RuntimeClass', flowschemas: 'FlowSchema', prioritylevelconfigurations: 'PriorityLevelConfiguration', roles: 'Role', clusterroles: 'ClusterRole', rolebindings: 'RoleBinding', controllerrevisions: 'ControllerRevision' } // prettier-ignore

function appliesCase(rich: RichObject, at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at + 500)
  const { path, object, name } = rich
  const item = `${path}/${nameOf(rich)}`
  const type = { ...typeOf(path), kind: KINDS[path.split('/').at(-1) ?? ''] ?? '' }
  const apply = (): Step => {
    const body = { ...type, metadata: { name: nameOf(rich) }, ...part(roll, object) }
    const manager = pickFrom(roll, ['m', 'n', 'oracle'])
    const query = `fieldManager=${manager}${roll.chance(0.4) ? '&force=true' : ''}${roll.chance(0.6) ? '&dryRun=All' : ''}`
    if (roll.chance(0.15)) return put(`${item}?fieldManager=${manager}`, body)
    return patch(`${item}?${query}`, body, { type: 'apply' })
  }
  const first = roll.chance(0.5)
    ? post(`${path}?fieldManager=oracle`, object)
    : patch(`${item}?fieldManager=m`, { ...type, ...object }, { type: 'apply' })
  return scenario('rich', `applies-${name}`, [first, ...Array.from({ length: PATCHES / 2 }, apply), get(item), remove(item)], path.includes('${ns}') ? {} : { cleanup: [item] }) // prettier-ignore
}

/** Parts of full objects, applied by several managers. */
export const richApplyScenarios = (seed: number): Case[] => RICH_OBJECTS.map((rich, at) => appliesCase(rich, at, seed))
