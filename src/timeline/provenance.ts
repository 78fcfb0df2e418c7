import type { ApiObject } from '../../worker/api/object.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { ApiError } from '../client/api-error.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Discovery } from '../client/discovery.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { objectAt } from '../history/object-changes.svelte.ts'
import type { ClusterChange } from './moments.ts'
import { isOfCluster, refOf } from './moments.ts'

/** An event about the pod of a CronJob has five causes. */
const MAX_STEPS = 8

interface Place {
  readonly cluster: ClusterHandle
  readonly discovery: Discovery
}

type Named = Pick<ClusterChange, 'resource' | 'namespace' | 'name'>

/** The changes of one object up to a revision, oldest first. Empty when those changes are compacted. */
async function changesOf(
  { cluster }: Place,
  { resource, namespace, name }: Named,
  until: number,
): Promise<ClusterChange[]> {
  const query = new URLSearchParams({ resource, namespace, name, limit: '1000' })
  const { items } = await getJson<{ items: ClusterChange[] }>(cluster, `/debug/history?${query}`)
  return items.filter(({ revision }) => revision <= until)
}

/**
 * Whether a change sets the wanted state of an object, and not its observed state: a creation, a deletion, a new
 * generation, or a write of a person.
 */
const isIntent = (change: ClusterChange): boolean =>
  change.type !== 'MODIFIED' || !isOfCluster(change) || touches(change, '/metadata/generation', DELETION)

const DELETION = '/metadata/deletionTimestamp'

/** Whether a change touches one of the places. @param pointers each is a place, or the beginning of the name of a place */
const touches = ({ changes }: ClusterChange, ...pointers: string[]): boolean =>
  changes.some(({ path }) => pointers.some((pointer) => path.startsWith(pointer) || pointer.startsWith(`${path}/`)))

/** The controlling owner of an object, as the history names it. */
function ownerOf(object: ApiObject, discovery: Discovery): Named | undefined {
  const owners = object.metadata?.ownerReferences ?? []
  const owner = owners.find(({ controller }) => controller === true) ?? owners[0]
  return owner && namedObject(owner, object.metadata?.namespace ?? '', discovery)
}

function namedObject(
  { apiVersion = '', kind = '', name = '' }: Involved,
  namespace: string,
  discovery: Discovery,
): Named | undefined {
  const { group = '' } = parseGroupVersion(apiVersion) ?? {}
  const type = discovery.byKind(group, kind)
  if (type === undefined) return undefined
  const resource = group === '' ? type.resource : `${group}/${type.resource}`
  return { resource, namespace: type.namespaced ? namespace : '', name }
}

/**
 * The causes of a change: the change itself, then the earlier changes that led to it, back to the request of a person. A status
 * follows from the last intended state of its object, an intended state from the intended state of the owner, an event from the
 * object that it is about.
 * @returns the given change first; shorter when the server has compacted the earlier changes
 */
export async function madeBy(place: Place, change: ClusterChange): Promise<readonly ClusterChange[]> {
  const steps = [change]
  let current: ClusterChange | undefined = change
  let outcome: string | undefined
  while (current !== undefined && steps.length < MAX_STEPS && isFollowed(current)) {
    const object = await objectOf(place, current)
    if (current.resource === 'pods' && !isIntent(current)) outcome ??= outcomeOf(object, place)
    current = await causeOf(place, { change: current, object, outcome })
    if (current !== undefined) steps.push(current)
  }
  return steps
}

/**
 * Whether a change may have an earlier cause. Controllers, nodes and service accounts act on behalf of others, and a person does
 * not.
 */
const isFollowed = (change: ClusterChange): boolean =>
  isOfCluster(change) || change.user.startsWith('system:serviceaccount:')

/** The object as the change left it; a deleted object as it was before. */
async function objectOf({ cluster, discovery }: Place, change: ClusterChange): Promise<ApiObject | undefined> {
  const ref = refOf(change, discovery)
  const revision = change.type === 'DELETED' ? change.revision - 1 : change.revision
  return ref && readable(objectAt(cluster, ref, revision))
}

/** The annotation that breaks a pod, or with a suffix a container of it, in the simulation (reference/simulation.md 10). */
function outcomeOf(pod: ApiObject | undefined, { cluster }: Place): string | undefined {
  const annotation = dialects[cluster.info.dialect].spell('simulated.{domain}/outcome')
  const names = Object.keys(pod?.metadata?.annotations ?? {})
  return names.some((name) => name.startsWith(annotation)) ? annotation : undefined
}

interface Effect {
  readonly change: ClusterChange
  readonly object: ApiObject | undefined
  /** The annotation behind the state of a pod. */
  readonly outcome: string | undefined
}

async function causeOf(place: Place, { change, object, outcome }: Effect): Promise<ClusterChange | undefined> {
  const before = async (named: Named): Promise<ClusterChange[]> =>
    (await changesOf(place, named, change.revision)).filter((each) => each.revision < change.revision)
  if (change.resource === 'events') {
    const about = object && involvedIn(object, place.discovery)
    return about && (await before(about)).at(-1)
  }
  const own = (await before(change)).filter(isIntent)
  if (!isIntent(change)) return byOutcome(own, outcome)
  const deletion = change.type === 'DELETED' ? own.findLast((each) => touches(each, DELETION)) : undefined
  if (deletion !== undefined) return deletion
  const owner = isOfNamespaceEnd(change) ? namespaceOf(change) : object && ownerOf(object, place.discovery)
  return owner && byOutcome((await before(owner)).filter(isIntent), outcome)
}

/** The last change; with an annotation the change that set it, or the creation of an object that had it from the start. */
function byOutcome(changes: readonly ClusterChange[], outcome: string | undefined): ClusterChange | undefined {
  if (outcome === undefined) return changes.at(-1)
  const pointer = `/metadata/annotations/${outcome.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const setIt = changes.findLast((each) => touches(each, pointer, `/spec/template${pointer}`))
  return setIt ?? changes.findLast(({ type }) => type === 'ADDED') ?? changes.at(-1)
}

/** Whether the deletion of the namespace caused a deletion. */
const isOfNamespaceEnd = ({ agent, namespace }: ClusterChange): boolean =>
  agent === 'namespace-controller' && namespace !== ''

const namespaceOf = ({ namespace }: ClusterChange): Named => ({
  resource: 'namespaces',
  namespace: '',
  name: namespace,
})

/** The object that an event is about, as the history names it. */
function involvedIn(event: ApiObject, discovery: Discovery): Named | undefined {
  const { involvedObject } = event as { involvedObject?: Involved }
  return involvedObject && namedObject(involvedObject, involvedObject.namespace ?? '', discovery)
}

interface Involved {
  readonly apiVersion?: string
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
}

/** The creation of an object, or its oldest kept change; undefined when no change is kept. */
export async function firstChange(place: Place, named: Named): Promise<ClusterChange | undefined> {
  const changes = await changesOf(place, named, Infinity)
  return changes.findLast(({ type }) => type === 'ADDED') ?? changes[0]
}

/** The newest kept change of an object; undefined when none is kept. */
export async function lastChange(place: Place, named: Named): Promise<ClusterChange | undefined> {
  return (await changesOf(place, named, Infinity)).at(-1)
}

async function readable<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
