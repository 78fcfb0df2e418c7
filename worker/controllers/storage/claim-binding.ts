import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { textAt } from '../../resources/path.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { objectAt } from '../object-parts.ts'
import type { BindingWrites } from './binding-writes.ts'
import { claimsOf, isTerminated } from './pod-claims.ts'
import {
  bestMatch,
  claimReference,
  classOf,
  defaultClass,
  hasAnnotation,
  isBoundTo,
  mismatch,
  hasClass,
  withAnnotations,
  type BindingNames,
} from './volume-facts.ts'
import type { VolumePlugins } from './volume-plugins.ts'

/** The dependencies of the binder. */
export interface BindingContext {
  readonly names: BindingNames
  readonly writes: BindingWrites
  readonly plugins: VolumePlugins
  readonly recorder: EventRecorder
  /** The name of the StorageClass resource in error messages. */
  readonly classResource: string
  claims(): Informer
  volumes(): Informer
  classes(): Informer
  pods(): Informer
}

const clusterPlace = (name: string): { namespace: string; name: string } => ({ namespace: '', name })

/** Binds a claim to a volume, or updates the status of the claim. */
export async function syncClaim(binding: BindingContext, given: ApiObject): Promise<void> {
  const claim = await migrated(binding, given)
  const isBound = hasAnnotation(claim, binding.names.bindCompleted)
  return isBound ? syncBound(binding, claim) : syncUnbound(binding, claim)
}

/** Whether binding waits until a pod that uses the claim is scheduled. */
export function isDelayed({ names, classes }: BindingContext, claim: ApiObject): boolean {
  const name = classOf(names, claim)
  const found = name === '' ? undefined : classes().get(clusterPlace(name))
  return found !== undefined && textAt(found, 'volumeBindingMode') === 'WaitForFirstConsumer'
}

async function syncBound({ volumes, writes }: BindingContext, claim: ApiObject): Promise<void> {
  const name = textAt(claim, 'spec.volumeName')
  if (name === '') {
    const message = 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!'
    return writes.markLost(claim, { reason: 'ClaimLost', message })
  }
  const volume = volumes().get(clusterPlace(name))
  if (volume === undefined) {
    const message = 'Bound claim has lost its PersistentVolume. Data on the volume is lost!'
    return writes.markLost(claim, { reason: 'ClaimLost', message })
  }
  const reference = claimReference(volume)
  if (reference === undefined || reference['uid'] === claim.metadata?.uid) return writes.bind(volume, claim)
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly'
  return writes.markLost(claim, { reason: 'ClaimMisbound', message })
}

async function syncUnbound(binding: BindingContext, claim: ApiObject): Promise<void> {
  const { volumes, writes, recorder, names } = binding
  const name = textAt(claim, 'spec.volumeName')
  if (name === '') return syncFree(binding, claim)
  const volume = volumes().get(clusterPlace(name))
  if (volume === undefined) return void (await writes.setClaimPhase(claim, 'Pending'))
  if (claimReference(volume) === undefined) {
    const why = mismatch(names, volume, claim)
    if (why === undefined) return writes.bind(volume, claim)
    recorder.event(claim, 'Warning', 'VolumeMismatch', `Cannot bind to requested volume "${name}": ${why}`)
  } else if (isBoundTo(volume, claim)) return writes.bind(volume, claim)
  else {
    recorder.event(claim, 'Warning', 'FailedBinding', `volume "${name}" already bound to a different claim.`)
    // A user removed the bind-completed annotation; the claim is left unchanged.
    if (hasAnnotation(claim, names.boundByController)) return
  }
  await writes.setClaimPhase(claim, 'Pending')
}

/** Binds a claim that names no volume. */
async function syncFree(binding: BindingContext, claim: ApiObject): Promise<void> {
  const { volumes, classes, writes, recorder, names } = binding
  const delayed = isDelayed(binding, claim)
  const volume = bestMatch(names, claim, volumes().list(), delayed)
  if (volume !== undefined) return writes.bind(volume, claim)
  if (!hasClass(names, claim)) {
    const storageClassName = defaultClass(names, classes().list())?.metadata?.name
    if (storageClassName !== undefined) {
      const spec = { ...objectAt(claim, 'spec'), storageClassName }
      return void (await writes.updateClaim({ ...claim, spec }))
    }
  }
  if (delayed && !hasAnnotation(claim, names.selectedNode)) recordWaitReason(binding, claim)
  else if (classOf(names, claim) !== '') return provision(binding, claim)
  else {
    const message = 'no persistent volumes available for this claim and no storage class is set'
    recorder.event(claim, 'Normal', 'FailedBinding', message)
  }
  await writes.setClaimPhase(claim, 'Pending')
}

function recordWaitReason({ pods, recorder }: BindingContext, claim: ApiObject): void {
  const { namespace, name } = claim.metadata ?? {}
  const unplaced = Array.from(pods().list(namespace))
    .filter((pod) => textAt(pod, 'spec.nodeName') === '' && !isTerminated(pod))
    .filter((pod) => claimsOf(pod).some((used) => used.name === name))
    .map((pod) => pod.metadata?.name ?? '')
  if (unplaced.length === 0) {
    const message = 'waiting for first consumer to be created before binding'
    return recorder.event(claim, 'Normal', 'WaitForFirstConsumer', message)
  }
  const which = unplaced.length > 1 ? `pods ${unplaced.join(',')}` : `pod ${unplaced.join()}`
  recorder.event(claim, 'Normal', 'WaitForPodScheduled', `waiting for ${which} to be scheduled`)
}

/** Requests a volume from an external provisioner. */
async function provision(binding: BindingContext, claim: ApiObject): Promise<void> {
  const { classes, plugins, recorder, classResource, names } = binding
  const className = classOf(names, claim)
  const found = classes().get(clusterPlace(className))
  if (found === undefined) {
    return recorder.event(claim, 'Warning', 'ProvisioningFailed', `${classResource} "${className}" not found`)
  }
  const asked = textAt(found, 'provisioner')
  const fault = plugins.provisioningFault(asked)
  if (fault?.isKnown === false) return recorder.event(claim, 'Warning', 'ProvisioningFailed', fault.message)
  const provisioner = plugins.migrated(asked) ?? asked
  const annotated = await withProvisioner(binding, claim, provisioner)
  if (fault !== undefined) return recorder.event(annotated, 'Warning', 'ProvisioningFailed', fault.message)
  const message =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' ` +
    'or manually by the system administrator. If volume creation is delayed, please verify that ' +
    'the provisioner is running and correctly registered.'
  recorder.event(annotated, 'Normal', 'ExternalProvisioning', message)
}

async function withProvisioner(
  { names, writes, recorder }: BindingContext,
  claim: ApiObject,
  name: string,
): Promise<ApiObject> {
  if (claim.metadata?.annotations?.[names.provisioner] === name) return claim
  try {
    return await writes.updateClaim(
      withAnnotations(claim, { [names.betaProvisioner]: name, [names.provisioner]: name }),
    )
  } catch (error) {
    if (error instanceof StatusError) {
      recorder.event(claim, 'Warning', 'ProvisioningFailed', `Error saving claim: ${error.message}`)
    }
    throw error
  }
}

/** Annotates a claim with the CSI driver that replaces a former built-in plugin. */
async function migrated({ names, plugins, writes }: BindingContext, claim: ApiObject): Promise<ApiObject> {
  const annotations = claim.metadata?.annotations ?? {}
  const provisioner = annotations[names.provisioner] ?? annotations[names.betaProvisioner]
  if (provisioner === undefined) return claim
  const driver = plugins.migrated(provisioner)
  if (annotations[names.migratedTo] === driver) return claim
  return writes.updateClaim(withAnnotations(claim, { [names.migratedTo]: driver }))
}
