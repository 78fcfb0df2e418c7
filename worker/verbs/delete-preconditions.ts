import { conflict } from '../api/status.ts'
import type { Stored } from '../store/store.ts'
import type { DeleteOptions } from './verbs.ts'
import { groupResource, rulesGroup, type WriteTarget } from './write.ts'

/** Compares a stored object with the preconditions of its deletion. @throws conflict() */
export function checkDeletePreconditions(
  target: WriteTarget,
  { object, revision }: Stored,
  { preconditions }: DeleteOptions,
): void {
  const { resource, name } = target
  const what = { group: rulesGroup(resource), resource: resource.kind }
  const uid = object.metadata?.uid ?? ''
  if (preconditions.uid !== undefined && preconditions.uid !== uid) {
    // For kinds whose contents are deleted first, the real server checks preconditions earlier, with another text.
    if (resource.behaviour.emptied !== undefined) {
      const seen = `UID in precondition: ${preconditions.uid}, UID in object meta: ${uid}`
      throw conflict(groupResource(target), name, `Precondition failed: ${seen}`)
    }
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`
    throw conflict(what, name, why)
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== String(revision)) {
    if (resource.behaviour.emptied !== undefined) {
      const seen = `ResourceVersion in precondition: ${preconditions.resourceVersion}, ResourceVersion in object meta: ${revision}`
      throw conflict(groupResource(target), name, `Precondition failed: ${seen}`)
    }
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${revision}). The object might have been modified`
    throw conflict(what, name, why)
  }
}
