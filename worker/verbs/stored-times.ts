import { isObject, type Json } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { plainError } from '../api/status.ts'
import { listAt } from '../resources/path.ts'
import { canonicalTime, TimeError } from '../schema/times.ts'
import { OWN_STORAGE } from './storage-key.ts'
import type { WriteTarget } from './write.ts'

// An offset can move a time out of the years 0 to 9999. Go then writes a text that it cannot read again.

/** The text of a time, when Go cannot read it. */
function unreadable(holder: Json, member: string): string | undefined {
  const time = isObject(holder) ? holder[member] : undefined
  return typeof time !== 'string' || /^\d{4}-/.test(time) ? undefined : time
}

const unreadableOwner = ({ metadata = {} }: ApiObject): string | undefined => {
  for (const owner of metadata.managedFields ?? []) {
    const time = unreadable(owner, 'time')
    if (time !== undefined) return time
  }
  return undefined
}

/**
 * The object without managedFields that have an unreadable time. The real server reads the times of a custom resource as texts,
 * and ignores the list when it cannot read one.
 */
export function withReadableOwners(object: ApiObject): ApiObject {
  return unreadableOwner(object) === undefined ? object : withoutOwners(object)
}

/** The object without managedFields. */
export function withoutOwners(object: ApiObject): ApiObject {
  if (object.metadata === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

/**
 * Definitions and API services are stored as JSON, so the real server reads the times of a write as texts.
 * @throws its error for a time that it cannot read
 */
export function requireReadableTimes({ resource, version }: WriteTarget, object: ApiObject): void {
  if (version.custom !== undefined || !OWN_STORAGE.test(resource.group)) return
  const condition = listAt(object, 'status.conditions').map((one) => unreadable(one, 'lastTransitionTime'))
  const time = unreadableOwner(object) ?? condition.find((text) => text !== undefined)
  if (time === undefined) return
  try {
    canonicalTime(time)
  } catch (error) {
    if (error instanceof TimeError) throw plainError(error.message)
    throw error
  }
}
