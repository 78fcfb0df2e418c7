import type { ApiObject } from '../../api/object.ts'
import { listAt } from '../../resources/path.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { NODES } from '../kinds.ts'
import { listedVolumes } from './attachable-volumes.ts'

interface Attachment {
  /** The volume name in the status of nodes. */
  readonly name: string
  readonly isAttached: boolean
}

/** Writes `status.volumesAttached` of a node, from which its kubelet reads the usable volumes. */
export async function writeAttached(
  objects: ObjectClient,
  node: ApiObject,
  { name, isAttached }: Attachment,
): Promise<void> {
  const before = listAt(node, 'status.volumesAttached')
  const others = before.filter((_, i) => listedVolumes(node, 'volumesAttached')[i] !== name)
  if (!isAttached && others.length === before.length) return
  const volumesAttached = isAttached ? [...others, { name, devicePath: '' }] : others
  const place = { namespace: '', name: node.metadata?.name ?? '' }
  const status = { volumesAttached: volumesAttached.length > 0 ? volumesAttached : null }
  await objects.patchStatus(NODES, place, 'merge', { status })
}
