import type { ApiObject } from '../../worker/api/object.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'

type Spell = (template: string) => string

const unbinding: Readonly<Record<string, (object: ApiObject, spell: Spell) => ApiObject>> = {
  PersistentVolumeClaim: unboundClaim,
  PersistentVolume: unboundVolume,
}

/**
 * Removes the volume controller's binding from a claim or volume, and returns other objects unchanged. In a new cluster
 * both have new uids, so a bound volume would become Released and its claim Lost.
 */
export const unbound = (object: ApiObject, spell: Spell): ApiObject =>
  unbinding[object.kind ?? '']?.(object, spell) ?? object

function unboundClaim(claim: ApiObject, spell: Spell): ApiObject {
  const { status: _, spec, ...rest } = claim
  const { volumeName, ...asked } = objectOrEmpty(spec)
  const isUserChoice = claim.metadata?.annotations?.[spell(BOUND_BY_CONTROLLER)] === undefined
  return { ...rest, metadata: withoutBinding(claim, spell), spec: isUserChoice ? { ...asked, volumeName } : asked }
}

function unboundVolume(volume: ApiObject, spell: Spell): ApiObject {
  const { status: _, spec, ...rest } = volume
  const { claimRef, ...offered } = objectOrEmpty(spec)
  const { uid: _uid, resourceVersion: _version, ...reserved } = objectOrEmpty(claimRef)
  const isUserReserved = isObject(claimRef) && volume.metadata?.annotations?.[spell(BOUND_BY_CONTROLLER)] === undefined
  return {
    ...rest,
    metadata: withoutBinding(volume, spell),
    spec: isUserReserved ? { ...offered, claimRef: reserved } : offered,
  }
}

const BOUND_BY_CONTROLLER = 'pv.{labels}/bound-by-controller'
const BINDING_ANNOTATIONS = [
  BOUND_BY_CONTROLLER,
  'pv.{labels}/bind-completed',
  'volume.{labels}/storage-provisioner',
  'volume.beta.{labels}/storage-provisioner',
]

function withoutBinding({ metadata }: ApiObject, spell: Spell): ApiObject['metadata'] {
  const { annotations, ...rest } = metadata ?? {}
  const names = BINDING_ANNOTATIONS.map(spell)
  const kept = Object.entries(annotations ?? {}).filter(([name]) => !names.includes(name))
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) }
}
