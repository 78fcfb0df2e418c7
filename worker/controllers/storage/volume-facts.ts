import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Quantity } from '../../api/quantity.ts'
import { compareQuantities, parseQuantity, quantityValue } from '../../api/quantity.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { matches } from '../../resources/rules/label-selector.ts'
import { isBeingDeleted, nameOf } from '../object-parts.ts'

/** The annotations that binding reads and writes. */
export interface BindingNames {
  readonly bindCompleted: string
  readonly boundByController: string
  readonly provisionedBy: string
  readonly migratedTo: string
  readonly provisioner: string
  readonly betaProvisioner: string
  readonly selectedNode: string
  readonly betaClass: string
  readonly preResizeCapacity: string
  /** Annotations of a class: `true` makes it the default of claims without a class. */
  readonly isDefaultClass: readonly string[]
}

export const bindingNames = (spell: (template: string) => string): BindingNames => ({
  bindCompleted: spell('pv.{labels}/bind-completed'),
  boundByController: spell('pv.{labels}/bound-by-controller'),
  provisionedBy: spell('pv.{labels}/provisioned-by'),
  migratedTo: spell('pv.{labels}/migrated-to'),
  provisioner: spell('volume.{labels}/storage-provisioner'),
  betaProvisioner: spell('volume.beta.{labels}/storage-provisioner'),
  selectedNode: spell('volume.{labels}/selected-node'),
  betaClass: spell('volume.beta.{labels}/storage-class'),
  preResizeCapacity: spell('volume.alpha.{labels}/pre-resize-capacity'),
  isDefaultClass: [
    spell('storageclass.{labels}/is-default-class'),
    spell('storageclass.beta.{labels}/is-default-class'),
  ],
})

export const hasAnnotation = ({ metadata }: ApiObject, name: string): boolean => name in (metadata?.annotations ?? {})

/** A copy of the object with these annotations; those with the value undefined are removed. */
export function withAnnotations(
  object: ApiObject,
  annotations: Readonly<Record<string, string | undefined>>,
): ApiObject {
  const all: Record<string, string | undefined> = { ...object.metadata?.annotations, ...annotations }
  const kept: Record<string, string> = {}
  for (const [key, value] of Object.entries(all)) if (value !== undefined) kept[key] = value
  return { ...object, metadata: { ...object.metadata, annotations: kept } }
}

/** The class of a claim or a volume; empty without one. */
export const classOf = (names: BindingNames, object: ApiObject): string =>
  object.metadata?.annotations?.[names.betaClass] ?? textAt(object, 'spec.storageClassName')

/**
 * Whether a claim names a class, or requests no class by an empty name. Other claims get the default class as soon as one exists.
 */
export const hasClass = (names: BindingNames, claim: ApiObject): boolean =>
  hasAnnotation(claim, names.betaClass) || valueAt(claim, 'spec.storageClassName') !== undefined

export function claimReference(volume: ApiObject): JsonObject | undefined {
  const reference = valueAt(volume, 'spec.claimRef')
  return isObject(reference) ? reference : undefined
}

export const referenceKey = (reference: JsonObject): string =>
  `${textAt(reference, 'namespace')}/${textAt(reference, 'name')}`

/** Whether a volume is bound to, or reserved for, this claim. */
export function isBoundTo(volume: ApiObject, { metadata }: ApiObject): boolean {
  const reference = claimReference(volume)
  if (reference === undefined) return false
  const { name, namespace, uid = '' } = reference
  return name === metadata?.name && namespace === metadata?.namespace && (uid === '' || uid === metadata?.uid)
}

const modeOf = (object: ApiObject): string => textAt(object, 'spec.volumeMode') || 'Filesystem'

export const hasSameMode = (a: ApiObject, b: ApiObject): boolean => modeOf(a) === modeOf(b)

const accessModes = (object: ApiObject): string[] => listAt(object, 'spec.accessModes').map(String)

const offersModes = (offered: readonly string[], claim: ApiObject): boolean =>
  accessModes(claim).every((mode) => offered.includes(mode))

/** The quantity at a path of an object; zero without one. */
export const quantityAt = (object: ApiObject, path: string): Quantity => parseQuantity(textAt(object, path) || '0')

const capacityOf = (volume: ApiObject): Quantity => quantityAt(volume, 'spec.capacity.storage')

export const requestOf = (claim: ApiObject): Quantity => quantityAt(claim, 'spec.resources.requests.storage')

/** The reason why a claim cannot use the volume that it names; undefined when it can. */
export function mismatch(names: BindingNames, volume: ApiObject, claim: ApiObject): string | undefined {
  if (isBeingDeleted(volume)) return `the volume is marked for deletion "${volume.metadata?.name ?? ''}"`
  if (quantityValue(capacityOf(volume)) < quantityValue(requestOf(claim))) return 'requested PV is too small'
  if (classOf(names, volume) !== classOf(names, claim)) return 'storageClassName does not match'
  if (!hasSameMode(volume, claim)) return 'incompatible volumeMode'
  return offersModes(accessModes(volume), claim) ? undefined : 'incompatible accessMode'
}

/** Whether the claim could use an unbound volume. */
export function isMatch(names: BindingNames, volume: ApiObject, claim: ApiObject): boolean {
  const selector = valueAt(claim, 'spec.selector')
  return (
    claimReference(volume) === undefined &&
    textAt(volume, 'status.phase') === 'Available' &&
    compareQuantities(capacityOf(volume), requestOf(claim)) >= 0 &&
    !isBeingDeleted(volume) &&
    hasSameMode(volume, claim) &&
    (selector === undefined || matches(selector, volume.metadata?.labels ?? {}) === true) &&
    classOf(names, volume) === classOf(names, claim) &&
    offersModes(accessModes(volume), claim)
  )
}

/** Whether the volume is reserved for the claim. */
const isReserved = (volume: ApiObject, claim: ApiObject): boolean =>
  isBoundTo(volume, claim) &&
  compareQuantities(capacityOf(volume), requestOf(claim)) >= 0 &&
  hasSameMode(volume, claim) &&
  !isBeingDeleted(volume)

/**
 * The best volume for a claim: the fewest access modes, then one reserved for the claim, then the smallest.
 * @param onlyReserved whether only volumes that are reserved for the claim count, because the scheduler chooses among the others
 */
export function bestMatch(
  names: BindingNames,
  claim: ApiObject,
  volumes: Iterable<ApiObject>,
  onlyReserved: boolean,
): ApiObject | undefined {
  const byModes = new Map<string, { readonly modes: readonly string[]; readonly volumes: ApiObject[] }>()
  for (const volume of volumes) {
    const modes = accessModes(volume)
    if (!offersModes(modes, claim)) continue
    const key = [...modes].sort().join()
    const group = byModes.get(key) ?? { modes, volumes: [] }
    byModes.set(key, group)
    group.volumes.push(volume)
  }
  for (const group of [...byModes.values()].sort((a, b) => a.modes.length - b.modes.length)) {
    const reserved = group.volumes.find((volume) => isReserved(volume, claim))
    if (reserved !== undefined) return reserved
    if (onlyReserved) continue
    const [smallest] = group.volumes
      .filter((volume) => isMatch(names, volume, claim))
      .sort((a, b) => compareQuantities(capacityOf(a), capacityOf(b)))
    if (smallest !== undefined) return smallest
  }
  return undefined
}

/** The class for claims that name none: the newest of the default classes. */
export function defaultClass(names: BindingNames, classes: Iterable<ApiObject>): ApiObject | undefined {
  const marked = Array.from(classes).filter(({ metadata }) =>
    names.isDefaultClass.some((name) => metadata?.annotations?.[name] === 'true'),
  )
  const createdAt = ({ metadata }: ApiObject): number => Date.parse(metadata?.creationTimestamp ?? '') || 0
  return marked.sort((a, b) => createdAt(b) - createdAt(a) || (nameOf(a) < nameOf(b) ? -1 : 1))[0]
}
