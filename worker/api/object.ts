import type { Int64 } from './int64.ts'
import type { JsonObject } from './json.ts'

/** One entry of `metadata.managedFields` (reference/apply.md 2). */
export interface ManagedFieldsEntry extends JsonObject {
  manager?: string
  operation?: 'Apply' | 'Update'
  apiVersion?: string
  /** The time of the manager's last change, as a text of RFC 3339 in whole seconds. */
  time?: string
  fieldsType?: 'FieldsV1'
  fieldsV1?: JsonObject
  subresource?: string
}

export interface OwnerReference extends JsonObject {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/**
 * Members are declared in the order in which the server writes them. An integer of 64 bits is a bigint beyond 2^53: clients can
 * write such a generation for some kinds, and such a grace period.
 */
export interface ObjectMeta extends JsonObject {
  name?: string
  generateName?: string
  namespace?: string
  selfLink?: string
  uid?: string
  resourceVersion?: string
  generation?: Int64
  creationTimestamp?: string | null
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: Int64
  labels?: { [key: string]: string }
  annotations?: { [key: string]: string }
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: ManagedFieldsEntry[]
}

/** An API object. Objects of the store and of events are shared: to change one, copy it along the path to the change. */
export interface ApiObject extends JsonObject {
  kind?: string
  apiVersion?: string
  metadata?: ObjectMeta
}

export interface ListMeta extends JsonObject {
  resourceVersion?: string
  continue?: string
  remainingItemCount?: number
}
