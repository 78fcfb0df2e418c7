/**
 * `tabplane/apply`: server-side apply and the ownership of fields (`managedFields`) as functions over plain objects.
 *
 * @packageDocumentation
 */
export { extractApplied } from '../../worker/apply/extract.ts'
export {
  difference,
  equalSets,
  intersection,
  parseFields,
  paths,
  printFields,
  recursiveDifference,
  showPath,
  union,
  type FieldNode,
  type FieldPath,
  type FieldSet,
} from '../../worker/apply/field-set.ts'
export { updateManagedFields, type Update } from '../../worker/apply/managed-fields.ts'
export type { LastApplied } from '../../worker/apply/last-applied.ts'
export {
  mergeTypeOf,
  type MergeField,
  type MergeList,
  type MergeMap,
  type MergeType,
} from '../../worker/apply/merge-type.ts'
export type { ManagerWrite, OwnershipRules } from '../../worker/apply/ownership-rules.ts'
export type { PathElement } from '../../worker/apply/path-element.ts'
export { serverSideApply, type Apply, type ApplyResult } from '../../worker/apply/server-side-apply.ts'
export { setFromObject } from '../../worker/apply/set-from-object.ts'
export { compareTyped, type Comparison } from '../../worker/apply/typed-compare.ts'
export { mergeTyped } from '../../worker/apply/typed-merge.ts'
export { validateTyped } from '../../worker/apply/typed-validate.ts'
export type { GroupVersion, GroupVersionKind } from '../../worker/api/group-version.ts'
export type { Json, JsonObject } from '../../worker/api/json.ts'
export type { Int64 } from '../../worker/api/int64.ts'
export type { ApiObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../../worker/api/object.ts'
export {
  StatusError,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from '../../worker/api/status.ts'
export type {
  Field,
  ListSchema,
  MapSchema,
  ScalarSchema,
  Schema,
  StructSchema,
  UntypedSchema,
} from '../../worker/schema/schema.ts'
