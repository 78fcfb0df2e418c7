import type { JsonObject } from '../../api/json.ts'
import { objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { compareQuantities, parseQuantity, QuantityError } from '../../api/quantity.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'
import { claimReference, hasAnnotation, isBoundTo, withAnnotations, type BindingNames } from './volume-facts.ts'

/** The event that is recorded when a write changes the status. */
export interface Announcement {
  readonly reason: string
  readonly message: string
}

/** The writes of the binder. Returned objects are the stored ones. */
export class BindingWrites {
  readonly #objects: ObjectClient
  readonly #recorder: EventRecorder
  readonly #names: BindingNames

  constructor(objects: ObjectClient, recorder: EventRecorder, names: BindingNames) {
    this.#objects = objects
    this.#recorder = recorder
    this.#names = names
  }

  updateClaim(claim: ApiObject): Promise<ApiObject> {
    return this.#objects.update(PERSISTENT_VOLUME_CLAIMS, claim)
  }

  updateVolume(volume: ApiObject): Promise<ApiObject> {
    return this.#objects.update(PERSISTENT_VOLUMES, volume)
  }

  async setVolumePhase(volume: ApiObject, phase: string, message = '', failed?: Announcement): Promise<ApiObject> {
    if (textAt(volume, 'status.phase') === phase) return volume
    const { message: _, ...status } = objectAt(volume, 'status')
    const changed = { ...volume, status: { ...status, phase, ...(message !== '' && { message }) } }
    const updated = await this.#objects.update(PERSISTENT_VOLUMES, changed, 'status')
    if (failed !== undefined) this.#recorder.event(updated, 'Warning', failed.reason, failed.message)
    return updated
  }

  /**
   * Writes the phase of a claim, and the access modes and the capacity of its volume. Returns the stored claim.
   * @param volume the volume that the claim is bound to; without a volume the claim loses access modes and capacity
   */
  async setClaimPhase(claim: ApiObject, phase: string, volume?: ApiObject): Promise<ApiObject> {
    const status: JsonObject = { ...objectAt(claim, 'status'), phase }
    if (volume === undefined) {
      delete status['accessModes']
      delete status['capacity']
    } else {
      status['accessModes'] = [...listAt(volume, 'spec.accessModes')]
      // A bound claim keeps its capacity: after an expansion the capacity is the size of the file system, which may be smaller
      // than the volume.
      if (textAt(claim, 'status.phase') !== phase) Object.assign(status, this.#capacity(claim, volume))
    }
    if (equalJson(status, objectAt(claim, 'status'))) return claim
    return this.#objects.update(PERSISTENT_VOLUME_CLAIMS, { ...claim, status }, 'status')
  }

  async markLost(claim: ApiObject, { reason, message }: Announcement): Promise<void> {
    if (textAt(claim, 'status.phase') === 'Lost') return
    const updated = await this.setClaimPhase(claim, 'Lost')
    this.#recorder.event(updated, 'Warning', reason, message)
  }

  /** Writes the volume first, so that an interrupted binding can be completed. */
  async bind(volume: ApiObject, claim: ApiObject): Promise<void> {
    const bound = await this.setVolumePhase(await this.#bindVolume(volume, claim), 'Bound')
    await this.setClaimPhase(await this.#bindClaim(claim, bound), 'Bound', bound)
  }

  /** A volume that a user reserved for a claim stays reserved. */
  async unbind(volume: ApiObject): Promise<void> {
    const { boundByController } = this.#names
    const { claimRef, ...spec } = objectAt(volume, 'spec')
    const { uid: _, ...reference } = objectOrEmpty(claimRef)
    const freed = hasAnnotation(volume, boundByController)
      ? withAnnotations({ ...volume, spec }, { [boundByController]: undefined })
      : { ...volume, spec: { ...spec, claimRef: reference } }
    await this.setVolumePhase(await this.updateVolume(freed), 'Available')
  }

  async #bindVolume(volume: ApiObject, claim: ApiObject): Promise<ApiObject> {
    const { boundByController } = this.#names
    const { kind = '', apiVersion = '', metadata } = claim
    const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata ?? {}
    const isOurs = !isBoundTo(volume, claim)
    let wanted = volume
    if (isOurs || claimReference(volume)?.['uid'] !== uid) {
      const claimRef = { kind, namespace, name, uid, apiVersion, resourceVersion }
      wanted = { ...volume, spec: { ...objectAt(volume, 'spec'), claimRef } }
    }
    if (isOurs && !hasAnnotation(volume, boundByController)) {
      wanted = withAnnotations(wanted, { [boundByController]: 'yes' })
    }
    return wanted === volume ? volume : this.updateVolume(wanted)
  }

  async #bindClaim(claim: ApiObject, { metadata }: ApiObject): Promise<ApiObject> {
    const { bindCompleted, boundByController } = this.#names
    const volumeName = metadata?.name ?? ''
    let wanted = claim
    if (textAt(claim, 'spec.volumeName') !== volumeName) {
      wanted = { ...claim, spec: { ...objectAt(claim, 'spec'), volumeName } }
      if (!hasAnnotation(claim, boundByController)) wanted = withAnnotations(wanted, { [boundByController]: 'yes' })
    }
    if (!hasAnnotation(claim, bindCompleted)) wanted = withAnnotations(wanted, { [bindCompleted]: 'yes' })
    return wanted === claim ? claim : this.updateClaim(wanted)
  }

  #capacity(claim: ApiObject, volume: ApiObject): JsonObject {
    const offered = textAt(volume, 'spec.capacity.storage')
    const beforeResize = volume.metadata?.annotations?.[this.#names.preResizeCapacity]
    if (beforeResize !== undefined) {
      const storage = isQuantity(beforeResize) ? beforeResize : offered
      return { capacity: { ...objectAt(objectAt(claim, 'status'), 'capacity'), storage } }
    }
    const has = textAt(claim, 'status.capacity.storage')
    const isSame = has !== '' && compareQuantities(parseQuantity(has), parseQuantity(offered)) === 0
    return isSame ? {} : { capacity: objectAt(objectAt(volume, 'spec'), 'capacity') }
  }
}

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text)
    return true
  } catch (error) {
    if (error instanceof QuantityError) return false
    throw error
  }
}
