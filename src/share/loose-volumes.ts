import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'

type Spell = (template: string) => string

const loosening: Readonly<Record<string, (object: ApiObject, spell: Spell) => ApiObject>> = {
  PersistentVolumeClaim: looseClaim,
  PersistentVolume: looseVolume,
}

/**
 * Removes the binding fields from a claim or volume and returns other objects unchanged. In a new cluster
 * both have new uids, so a bound volume would become Released and its claim Lost.
 */
export const loose = (object: ApiObject, spell: Spell): ApiObject =>
  loosening[object.kind ?? '']?.(object, spell) ?? object

function looseClaim(claim: ApiObject, spell: Spell): ApiObject {
  const { status: _, spec, ...rest } = claim
  const { volumeName, ...asked } = isObject(spec) ? spec : {}
  const isChosen = claim.metadata?.annotations?.[spell(BY_CONTROLLER)] === undefined
  return { ...rest, metadata: withoutBinding(claim, spell), spec: isChosen ? { ...asked, volumeName } : asked }
}

function looseVolume(volume: ApiObject, spell: Spell): ApiObject {
  const { status: _, spec, ...rest } = volume
  const { claimRef, ...offered } = isObject(spec) ? spec : {}
  const { uid: _uid, resourceVersion: _version, ...reserved } = isObject(claimRef) ? claimRef : {}
  const isReserved = isObject(claimRef) && volume.metadata?.annotations?.[spell(BY_CONTROLLER)] === undefined
  return {
    ...rest,
    metadata: withoutBinding(volume, spell),
    spec: isReserved ? { ...offered, claimRef: reserved } : offered,
  }
}

const BY_CONTROLLER = 'pv.{labels}/bound-by-controller'
const OF_BINDING = [
  BY_CONTROLLER,
  'pv.{labels}/bind-completed',
  'volume.{labels}/storage-provisioner',
  'volume.beta.{labels}/storage-provisioner',
]

function withoutBinding({ metadata }: ApiObject, spell: Spell): ApiObject['metadata'] {
  const { annotations, ...rest } = metadata ?? {}
  const names = OF_BINDING.map(spell)
  const kept = Object.entries(annotations ?? {}).filter(([name]) => !names.includes(name))
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) }
}
