import type { GroupVersionKind, GroupVersionResource } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { JsonObject } from '../api/json.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What a plugin sees of a write. `object` is a copy of its own: a mutating plugin changes it in place. */
export interface AdmissionRequest {
  readonly operation: Operation
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly kind: GroupVersionKind
  readonly namespace: string
  /** Empty on create with `generateName`, and on deletecollection. */
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  /** The object to be stored; undefined on DELETE. */
  readonly object: ApiObject | undefined
  /** The stored object; undefined on CREATE. */
  readonly oldObject: ApiObject | undefined
  readonly options: JsonObject
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
  readonly trace: Trace
}

/**
 * One admission controller (SPEC: Admission stage). `admit` runs in the mutating phase and may change `object`;
 * `validate` runs after validation of the object, in the validating phase, and may not. Both refuse by throwing a
 * `StatusError`. A plugin file exports a factory that takes what it needs and ends in `satisfies AdmissionPlugin`.
 */
export interface AdmissionPlugin {
  readonly name: string
  /** Whether it wants this request at all; checked before anything is copied. */
  handles(request: AdmissionRequest): boolean
  admit?(request: AdmissionRequest): Promise<void> | void
  validate?(request: AdmissionRequest): Promise<void> | void
}

/** What plugins may read: the current objects of a resource, by storage name. */
export interface Lister {
  get(resource: string, namespace: string, name: string): ApiObject | undefined
  list(resource: string, namespace?: string): Iterable<ApiObject>
}
