import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { GroupResource } from '../api/group-version.ts'
import { methodNotAllowed, notFound, StatusError } from '../api/status.ts'
import type { Stored } from '../store/store.ts'
import type { Computed } from '../resources/behaviour.ts'
import { exactSnapshot } from './list.ts'
import { awaitRevision, parameterVersion, requireNumber, requireRevision } from './resource-version.ts'
import { scaleVerbs } from './scale-verbs.ts'
import type { GetOptions, Target, View } from './verbs.ts'
import { readyView } from './version-conversion.ts'
import { requireKey, requireName } from './storage-key.ts'
import { groupResource, type VerbRequest } from './write.ts'

type GetRequest = Omit<VerbRequest<GetOptions>, 'caller'>

export function get(request: GetRequest): Awaitable<View> {
  const { target } = request
  const { computed, missingScale } = target.resource.traits
  if (computed !== undefined) return readComputed(computed, target.name)
  if (target.subresource?.name === 'scale' && missingScale !== undefined) return readScaleOf(request, missingScale)
  requireName(target.name)
  return readStored(request)
}

/** Reads a scale that answers every fault of the read with 404, such as a malformed resourceVersion. */
async function readScaleOf(request: GetRequest, missing: GroupResource): Promise<View> {
  try {
    return await readStored(request)
  } catch (error) {
    if (error instanceof StatusError) throw notFound(missing, request.target.name)
    throw error
  }
}

function readStored({ environment, target, options }: GetRequest): Awaitable<View> {
  const { storage, traits } = target.resource
  const { namespace, name } = target
  // With a resourceVersion, the real server reads from its cache, which accepts every key.
  if (options.resourceVersion === '' || traits.uncached) requireKey(target)
  if (traits.uncached) requireNumber(options.resourceVersion)
  const revision = parameterVersion(options.resourceVersion)
  if (revision > 0 && options.isExact === true)
    return read(target, () => exactSnapshot(environment, storage, revision).get(namespace, name))
  if (traits.uncached) requireRevision(environment, revision)
  const isReached = revision <= environment.store.revision
  return andThen(isReached ? undefined : awaitRevision(environment, revision), () =>
    read(target, () => environment.store.get({ resource: storage, namespace, name })),
  )
}

function read(target: Target, find: () => Stored | undefined): Awaitable<View> {
  const { resource, version, subresource, name } = target
  const stored = find()
  if (stored === undefined) throw notFound(groupResource(target), name)
  const view = readyView(resource, version, stored)
  return subresource === undefined ? view : andThen(view, (shown) => partOf(target, shown))
}

/** The view of an object through a subresource. */
function partOf(target: Target, view: View): Awaitable<View> {
  const { resource, version, subresource } = target
  if (subresource === undefined || subresource.kind.kind === resource.kind) return view
  if (subresource.name === 'scale') {
    return andThen(scaleVerbs(), ({ readScale }) => ({
      object: readScale(view.object, subresource, version.custom?.scale),
    }))
  }
  throw methodNotAllowed(groupResource(target), 'get')
}

function readComputed(computed: Computed, name: string): View {
  const object = computed.items().find(({ metadata }) => metadata?.name === name)
  if (object === undefined) throw computed.missing(name)
  return { object }
}
