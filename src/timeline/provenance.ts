import type { ApiObject } from '../../worker/api/object.ts'
import { ApiError } from '../client/api-error.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Discovery } from '../client/discovery.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { objectAt } from '../history/object-changes.svelte.ts'
import type { ClusterChange } from './moments.ts'
import { refOf } from './moments.ts'

/** The maximum number of owners in a chain. A CronJob's pod has two. */
const MAX_STEPS = 6

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

const generationChanged = ({ type, changes }: ClusterChange): boolean =>
  type === 'ADDED' || changes.some(({ path }) => path === '/metadata/generation')

/** The controlling owner of an object, as the history names it. */
function ownerOf(object: ApiObject, discovery: Discovery): Named | undefined {
  const owners = object.metadata?.ownerReferences ?? []
  const owner = owners.find(({ controller }) => controller === true) ?? owners[0]
  if (owner === undefined) return undefined
  const { group = '' } = parseGroupVersion(owner.apiVersion) ?? {}
  const type = discovery.byKind(group, owner.kind)
  if (type === undefined) return undefined
  const resource = group === '' ? type.resource : `${group}/${type.resource}`
  return { resource, namespace: type.namespaced ? (object.metadata?.namespace ?? '') : '', name: owner.name }
}

/**
 * The causes of a change: the change itself, then for each owner the previous change of its specification. The last of
 * them is the change of the first owner, which a request of a client made.
 * @returns the given change first; shorter when the server has compacted earlier changes
 */
export async function madeBy(place: Place, change: ClusterChange): Promise<readonly ClusterChange[]> {
  const steps = [change]
  let current = change
  while (steps.length < MAX_STEPS) {
    const ref = refOf(current, place.discovery)
    // A deleted object is read as it was before its deletion.
    const revision = current.type === 'DELETED' ? current.revision - 1 : current.revision
    const object = ref && (await readable(objectAt(place.cluster, ref, revision)))
    const owner = object && ownerOf(object, place.discovery)
    if (owner === undefined) break
    const earlier = await changesOf(place, owner, current.revision)
    const cause = earlier.findLast(generationChanged)
    if (cause === undefined) break
    steps.push(cause)
    current = cause
  }
  return steps
}

/** The creation of an object, or its oldest kept change; undefined when no change is kept. */
export async function firstChange(place: Place, named: Named): Promise<ClusterChange | undefined> {
  const changes = await changesOf(place, named, Infinity)
  return changes.findLast(({ type }) => type === 'ADDED') ?? changes[0]
}

async function readable<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
