import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS, STORAGE_CLASSES } from '../kinds.ts'
import { queueController } from '../queue-controller.ts'
import { BindingWrites } from './binding-writes.ts'
import { isDelayed, syncClaim } from './claim-binding.ts'
import { claimsOf } from './pod-claims.ts'
import {
  bindingNames,
  claimReference,
  classOf,
  hasAnnotation,
  isMatch,
  mismatch,
  referenceKey,
  hasClass,
} from './volume-facts.ts'
import { VolumePlugins } from './volume-plugins.ts'
import { recycledVolume } from './volume-recycling.ts'
import { syncVolume, type ReclaimContext } from './volume-release.ts'

/** The wait after a failed reclaim, in milliseconds: the resync period of the real controller. */
const RECLAIM_BACKOFF = 15_000

/** Binds claims and volumes, and releases volumes of deleted claims. */
export const volumeBinder = {
  name: 'persistentvolume-binder-controller',
  alias: 'persistentvolume-binder',
  open: openBinder,
} satisfies ManagerController

function openBinder(context: ManagerContext): Controller {
  const queue = context.queue(sync)
  /** By key of a volume, the end of its backoff after a failed reclaim (`Clock.elapsed`). */
  const backoffEnds = new Map<string, number>()
  const binding = bindingContext(context, queue, backoffEnds)
  /** The keys of claims that are not bound yet. */
  const unbound = new Set<string>()
  /** Resolves after the last sync. Syncs run one after the other, so that two claims never choose the same volume. */
  let last: Promise<void> = Promise.resolve()

  function sync(key: string): Promise<void> {
    const done = last.then(() => syncOne(key))
    last = done.catch(() => undefined)
    return done
  }

  /** A key with a namespace names a claim; a key without a namespace names a volume. */
  async function syncOne(key: string): Promise<void> {
    const place = splitKey(key)
    if (place.namespace === '') {
      const volume = binding.volumes().get(place)
      if (volume === undefined) return
      await syncVolume(binding, volume)
      const now = binding.volumes().get(place)
      if (now !== undefined) addAll(claimsFor(binding, unbound, now))
      return
    }
    const claim = binding.claims().get(place)
    if (claim !== undefined) await syncClaim(binding, claim)
  }

  function addClaim(claim: ApiObject): void {
    const key = keyOf(claim)
    if (hasAnnotation(claim, binding.names.bindCompleted)) unbound.delete(key)
    else unbound.add(key)
    queue.add(key)
  }

  function claimDeleted(claim: ApiObject): void {
    const uid = claim.metadata?.uid
    unbound.delete(keyOf(claim))
    for (const volume of binding.volumes().list()) if (claimReference(volume)?.['uid'] === uid) queue.add(keyOf(volume))
  }

  const addVolume = (volume: ApiObject): void => queue.add(keyOf(volume))

  function volumeDeleted(volume: ApiObject): void {
    backoffEnds.delete(keyOf(volume))
    const reference = claimReference(volume)
    if (reference !== undefined) queue.add(referenceKey(reference))
  }

  const addAll = (keys: Iterable<string>): void => {
    for (const key of keys) queue.add(key)
  }
  const addOfClass = (storageClass: ApiObject): void => addAll(claimsOfClass(binding, unbound, storageClass))
  const addAwaiting = (pod: ApiObject): void => addAll(delayedClaims(binding, unbound, pod))

  function addRecycled(pod: ApiObject): void {
    const name = recycledVolume(pod)
    if (name !== undefined) queue.add(`/${name}`)
  }

  return queueController(context, [PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES, PODS], queue, () => [
    binding.claims().addEventHandler({ added: addClaim, updated: addClaim, deleted: claimDeleted }),
    binding.volumes().addEventHandler({ added: addVolume, updated: addVolume, deleted: volumeDeleted }),
    binding.classes().addEventHandler({ added: addOfClass, updated: addOfClass }),
    binding.pods().addEventHandler({ added: addAwaiting, updated: addRecycled, deleted: addRecycled }),
  ])
}

function bindingContext(context: ManagerContext, queue: WorkQueue, backoffEnds: Map<string, number>): ReclaimContext {
  const { dialect, objects, clock } = context
  const names = bindingNames(dialect.spell)
  const recorder = context.recorder('persistentvolume-controller')
  return {
    names,
    objects,
    recorder,
    writes: new BindingWrites(objects, recorder, names),
    plugins: new VolumePlugins(dialect.spell),
    classResource: dialect.spell('storageclass.storage.{domain}'),
    claims: () => context.informer(PERSISTENT_VOLUME_CLAIMS),
    volumes: () => context.informer(PERSISTENT_VOLUMES),
    classes: () => context.informer(STORAGE_CLASSES),
    pods: () => context.informer(PODS),
    addClaim: (key) => queue.add(key),
    addLater(volume) {
      backoffEnds.set(keyOf(volume), clock.elapsed() + RECLAIM_BACKOFF)
      queue.addAfter(keyOf(volume), RECLAIM_BACKOFF)
    },
    isBackingOff: (volume) => (backoffEnds.get(keyOf(volume)) ?? 0) > clock.elapsed(),
    spell: dialect.spell,
  }
}

/** The keys of the unbound claims that the volume can satisfy. */
function* claimsFor(binding: ReclaimContext, unbound: ReadonlySet<string>, volume: ApiObject): Iterable<string> {
  const { names } = binding
  const reference = claimReference(volume)
  if (reference !== undefined) {
    if (textAt(reference, 'uid') === '' && unbound.has(referenceKey(reference))) yield referenceKey(reference)
    return
  }
  for (const key of unbound) {
    const claim = binding.claims().get(splitKey(key))
    if (claim === undefined) continue
    const wanted = textAt(claim, 'spec.volumeName')
    const isSuitable =
      wanted === ''
        ? isMatch(names, volume, claim) && !isDelayed(binding, claim)
        : wanted === volume.metadata?.name && mismatch(names, volume, claim) === undefined
    if (isSuitable) yield key
  }
}

/** The keys of the unbound claims of a storage class; for a default class, also of claims without a class. */
function* claimsOfClass(
  binding: ReclaimContext,
  unbound: ReadonlySet<string>,
  storageClass: ApiObject,
): Iterable<string> {
  const { names } = binding
  const isDefault = names.isDefaultClass.some((name) => storageClass.metadata?.annotations?.[name] === 'true')
  for (const key of unbound) {
    const claim = binding.claims().get(splitKey(key))
    if (claim === undefined) continue
    const isOf = hasClass(names, claim) ? classOf(names, claim) === storageClass.metadata?.name : isDefault
    if (isOf) yield key
  }
}

/** The keys of a pod's unbound claims, if their class delays the binding until a pod uses them. */
function* delayedClaims(binding: ReclaimContext, unbound: ReadonlySet<string>, pod: ApiObject): Iterable<string> {
  if (unbound.size === 0) return
  for (const { name } of claimsOf(pod)) {
    const key = `${pod.metadata?.namespace ?? ''}/${name}`
    const claim = unbound.has(key) ? binding.claims().get(splitKey(key)) : undefined
    if (claim !== undefined && isDelayed(binding, claim)) yield key
  }
}
