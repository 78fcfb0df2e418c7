import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { PERSISTENT_VOLUMES, PODS } from '../kinds.ts'
import { hasFinished } from '../pod-states.ts'
import type { BindingContext } from './claim-binding.ts'
import { claimsOf, isTerminated } from './pod-claims.ts'
import { claimReference, hasAnnotation, hasSameMode, referenceKey, withAnnotations } from './volume-facts.ts'
import { recyclerPlace, recyclerPod } from './volume-recycling.ts'

/** The dependencies of the binder and of the reclaim of released volumes. */
export interface ReclaimContext extends BindingContext {
  readonly objects: ObjectClient
  /** Queues a claim. */
  addClaim(key: string): void
  /** Queues a volume after a delay; until then `isBackingOff` is true. */
  addLater(volume: ApiObject): void
  isBackingOff(volume: ApiObject): boolean
  spell(template: string): string
}

/** Writes the phase of a volume, and reclaims the volume of a deleted claim. */
export async function syncVolume(context: ReclaimContext, given: ApiObject): Promise<void> {
  const { writes, recorder, claims, names } = context
  const volume = await migrated(context, given)
  const reference = claimReference(volume)
  if (reference === undefined || textAt(reference, 'uid') === '') {
    await writes.setVolumePhase(volume, 'Available')
    return
  }
  const claim = claims().get(splitKey(referenceKey(reference)))
  if (claim === undefined || claim.metadata?.uid !== reference['uid']) return released(context, volume)
  const bound = textAt(claim, 'spec.volumeName')
  const volumeName = volume.metadata?.name ?? ''
  if (bound === volumeName) return void (await writes.setVolumePhase(volume, 'Bound'))
  if (bound === '') {
    if (hasSameMode(volume, claim)) return context.addClaim(referenceKey(reference))
    const name = claim.metadata?.name ?? ''
    recorder.event(
      volume,
      'Warning',
      'VolumeMismatch',
      `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${name}" due to incompatible volumeMode.`,
    )
    recorder.event(
      claim,
      'Warning',
      'VolumeMismatch',
      `Cannot bind PersistentVolume "${volumeName}" to requested PersistentVolumeClaim due to incompatible volumeMode.`,
    )
    return
  }
  const wasProvisioned = hasAnnotation(volume, names.provisionedBy) && policyOf(volume) === 'Delete'
  return wasProvisioned ? released(context, volume) : writes.unbind(volume)
}

const policyOf = (volume: ApiObject): string => textAt(volume, 'spec.persistentVolumeReclaimPolicy')

/** Reclaims a volume without a claim. The phase Failed stays until a reclaim succeeds. */
async function released(context: ReclaimContext, volume: ApiObject): Promise<void> {
  const phase = textAt(volume, 'status.phase')
  const isRecorded = phase === 'Released' || phase === 'Failed'
  await reclaim(context, isRecorded ? volume : await context.writes.setVolumePhase(volume, 'Released'))
}

async function reclaim(context: ReclaimContext, volume: ApiObject): Promise<void> {
  const { names, plugins, writes, objects } = context
  const annotations = volume.metadata?.annotations ?? {}
  if ((annotations[names.migratedTo] ?? '') !== '') return
  switch (policyOf(volume)) {
    case 'Retain':
      return
    case 'Recycle':
      return recycle(context, volume)
    case 'Delete': {
      if (volume.metadata?.deletionTimestamp !== undefined) return
      const outcome = plugins.deletion(volume, annotations[names.provisionedBy] ?? '')
      if (outcome === 'outside') return
      if (outcome === 'gone') return objects.delete(PERSISTENT_VOLUMES, namespacedName(volume))
      const { failure: message } = outcome
      await writes.setVolumePhase(volume, 'Failed', message, { reason: 'VolumeFailedDelete', message })
      return
    }
    default: {
      const message = 'Volume has unrecognized PersistentVolumeReclaimPolicy'
      await writes.setVolumePhase(volume, 'Failed', message, { reason: 'VolumeUnknownReclaimPolicy', message })
    }
  }
}

async function recycle(context: ReclaimContext, volume: ApiObject): Promise<void> {
  const { pods, claims, writes, recorder } = context
  const reference = claimReference(volume) ?? {}
  const { namespace, name } = splitKey(referenceKey(reference))
  const users = Array.from(pods().list(namespace))
    .filter((pod) => !isTerminated(pod) && claimsOf(pod).some((used) => used.name === name))
    .map((pod) => `${namespace}/${pod.metadata?.name ?? ''}`)
    .sort()
  // A new claim of the same name has another volume, so its pods do not use this one.
  if (users.length > 0 && claims().get({ namespace, name }) === undefined) {
    recorder.event(volume, 'Normal', 'VolumeFailedRecycle', `Volume is used by pods: ${users.join()}`)
    return context.addLater(volume)
  }
  const pod = recyclerPod(volume, context.spell)
  if (pod !== undefined) return recycleByPod(context, volume, pod)
  const message = 'No recycler plugin found for the volume!'
  await writes.setVolumePhase(volume, 'Failed', message, { reason: 'VolumeFailedRecycle', message })
}

/** Empties a volume by a pod; each change of the pod queues the volume again. */
async function recycleByPod(context: ReclaimContext, volume: ApiObject, pod: ApiObject): Promise<void> {
  const { objects, pods, writes, recorder } = context
  const place = recyclerPlace(volume)
  const present = pods().get(place)
  if (present === undefined) {
    if (!context.isBackingOff(volume)) await objects.create(PODS, pod)
    return
  }
  if (!hasFinished(present)) return
  const isDone = textAt(present, 'status.phase') === 'Succeeded'
  if (!isDone) context.addLater(volume)
  await objects.delete(PODS, place)
  if (isDone) {
    recorder.event(volume, 'Normal', 'VolumeRecycled', 'Volume recycled')
    return writes.unbind(volume)
  }
  const why = textAt(present, 'status.message') || 'pod failed, pod.Status.Message unknown'
  const message = `Recycle failed: failed to recycle volume: ${why}`
  await writes.setVolumePhase(volume, 'Failed', message, { reason: 'VolumeFailedRecycle', message })
}

/** Annotates a volume with the CSI driver that replaces a former built-in plugin. */
async function migrated({ names, plugins, writes }: ReclaimContext, volume: ApiObject): Promise<ApiObject> {
  const { [names.provisionedBy]: provisioner, [names.migratedTo]: present } = volume.metadata?.annotations ?? {}
  if (provisioner === undefined) return volume
  const driver = plugins.migrated(provisioner)
  if (present === driver) return volume
  return writes.updateVolume(withAnnotations(volume, { [names.migratedTo]: driver }))
}
