import type { JsonObject } from './json.ts'

/** One entry of `metadata.managedFields` (reference/apply.md 2). */
export interface ManagedFieldsEntry extends JsonObject {
  manager?: string
  operation?: 'Apply' | 'Update'
  apiVersion?: string
  /** RFC 3339, whole seconds. */
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

/** Keys stand in the order the server writes them. */
export interface ObjectMeta extends JsonObject {
  name?: string
  generateName?: string
  namespace?: string
  selfLink?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string | null
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: { [key: string]: string }
  annotations?: { [key: string]: string }
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: ManagedFieldsEntry[]
}

/**
 * An API object. Objects in the store and in events are shared and never changed in place: whoever changes one
 * copies the path to the change.
 */
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
