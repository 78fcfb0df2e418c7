import { sha256 } from '@noble/hashes/sha2.js'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { Informer } from '../client/informer.ts'
import { claimsOf, isMadeFor } from './pod-claims.ts'
import { claimReference } from './volume-facts.ts'
import { toHex } from '../../runtime/bytes.ts'

/** A volume that must be attached to a node before its pods can use it. */
export interface AttachableVolume {
  /** The volume name in the status of a node. */
  readonly name: string
  /** The name in events: the name of the persistent volume, or of the volume in the pod. */
  readonly shownName: string
  /** Whether several nodes can have it at once. */
  readonly isShared: boolean
  /** The CSI driver that attaches it; undefined when the attachment is only recorded. */
  readonly driver?: { readonly name: string; readonly handle: string; readonly volume: string }
}

/** Built-in volume types without an attach operation, each with the identity of the volume. */
const BUILT_IN: Readonly<Record<string, (source: JsonObject) => string>> = {
  iscsi: (source) => `${textAt(source, 'targetPortal')}:${textAt(source, 'iqn')}:${String(source['lun'] ?? 0)}`,
  rbd: (source) => `${textAt(source, 'pool')}:${textAt(source, 'image')}`,
  fc: (source) =>
    listAt(source, 'targetWWNs').length > 0
      ? `[${listAt(source, 'targetWWNs').join(' ')}]:${String(source['lun'] ?? 0)}`
      : `[${listAt(source, 'wwids').join(' ')}]`,
}

export interface AttachableSources {
  readonly claims: Informer
  readonly volumes: Informer
  readonly drivers: Informer
  readonly spell: (template: string) => string
}

/** The attachable volumes of a pod; volumes with missing objects are left out. */
export function attachableVolumes(pod: ApiObject, sources: AttachableSources): AttachableVolume[] {
  const found: AttachableVolume[] = []
  for (const { name, template } of claimsOf(pod)) {
    const claim = sources.claims.get({ namespace: pod.metadata?.namespace ?? '', name })
    if (claim === undefined || (template !== undefined && !isMadeFor(claim, pod))) continue
    const volume = boundVolume(claim, sources.volumes)
    const attachable = volume && attachableVolume(volume, sources)
    if (attachable !== undefined) found.push(attachable)
  }
  for (const volume of listAt(pod, 'spec.volumes').filter(isObject)) {
    const name = builtInName(volume, sources.spell)
    if (name !== undefined) found.push({ name, shownName: textAt(volume, 'name'), isShared: true })
  }
  return found
}

function boundVolume(claim: ApiObject, volumes: Informer): ApiObject | undefined {
  const name = textAt(claim, 'spec.volumeName')
  if (name === '' || textAt(claim, 'status.phase') !== 'Bound') return undefined
  const volume = volumes.get({ namespace: '', name })
  return volume !== undefined && claimReference(volume)?.['uid'] === claim.metadata?.uid ? volume : undefined
}

/** The volume in the form in which it is attached to nodes; undefined when it needs no attachment. */
export function attachableVolume(
  volume: ApiObject,
  { drivers, spell }: AttachableSources,
): AttachableVolume | undefined {
  const shownName = volume.metadata?.name ?? ''
  const modes = listAt(volume, 'spec.accessModes')
  const isShared = modes.length === 0 || modes.includes('ReadWriteMany') || modes.includes('ReadOnlyMany')
  const spec = valueAt(volume, 'spec')
  const driver = textAt(volume, 'spec.csi.driver')
  if (driver === '') {
    const name = isObject(spec) ? builtInName(spec, spell) : undefined
    return name === undefined ? undefined : { name, shownName, isShared }
  }
  const registered = drivers.get({ namespace: '', name: driver })
  if (registered !== undefined && valueAt(registered, 'spec.attachRequired') === false) return undefined
  const handle = textAt(volume, 'spec.csi.volumeHandle')
  const name = `${spell('{labels}/csi/')}${driver}^${handle}`
  return { name, shownName, isShared, driver: { name: driver, handle, volume: shownName } }
}

function builtInName(holder: JsonObject, spell: (template: string) => string): string | undefined {
  for (const [kind, nameOf] of Object.entries(BUILT_IN)) {
    const source = holder[kind]
    if (isObject(source)) return `${spell('{labels}/')}${kind}/${nameOf(source)}`
  }
  return undefined
}

/** Reads the CSI driver from the volume name in a node status; undefined for the name of a built-in volume. */
export function driverOf(
  name: string,
  spell: (template: string) => string,
): { name: string; handle: string } | undefined {
  const prefix = spell('{labels}/csi/')
  const split = name.indexOf('^')
  if (!name.startsWith(prefix) || split < 0) return undefined
  return { name: name.slice(prefix.length, split), handle: name.slice(split + 1) }
}

/** The name of the VolumeAttachment for a volume and a node. */
export const attachmentName = (handle: string, driver: string, node: string): string =>
  `csi-${toHex(sha256(new TextEncoder().encode(handle + driver + node)))}`

/** The names of the volumes in one list of the node status. */
export const listedVolumes = (node: ApiObject, key: 'volumesAttached' | 'volumesInUse'): string[] =>
  listAt(node, `status.${key}`).map((volume) => (isObject(volume) ? textAt(volume, 'name') : String(volume)))
