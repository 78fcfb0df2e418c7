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
  type FieldPath,
  type FieldSet,
} from '../../worker/apply/field-set.ts'
export { updateManagedFields, type Update } from '../../worker/apply/managed-fields.ts'
export { mergeTypeOf, type MergeType } from '../../worker/apply/merge-type.ts'
export type { ManagerWrite, OwnershipRules } from '../../worker/apply/ownership-rules.ts'
export { serverSideApply, type Apply, type ApplyResult } from '../../worker/apply/server-side-apply.ts'
export { setFromObject } from '../../worker/apply/set-from-object.ts'
export { compareTyped, type Comparison } from '../../worker/apply/typed-compare.ts'
export { mergeTyped } from '../../worker/apply/typed-merge.ts'
export { validateTyped } from '../../worker/apply/typed-validate.ts'
export { StatusError, type Status } from '../../worker/api/status.ts'
export type { ApiObject, ManagedFieldsEntry, ObjectMeta } from '../../worker/api/object.ts'
