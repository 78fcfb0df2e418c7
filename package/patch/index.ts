/**
 * `tabplane/patch`: JSON Patch, JSON Merge Patch and strategic merge patch of Kubernetes as functions over plain values.
 *
 * @packageDocumentation
 */
export { applyJsonPatch, readJsonPatch, type JsonPatchOperation } from '../../worker/patch/json-patch.ts'
export {
  applyMergePatch,
  createMergePatch,
  createThreeWayMergePatch,
  readMergePatch,
} from '../../worker/patch/merge-patch.ts'
export { PatchError, patchStatus, type PatchFault } from '../../worker/patch/patch-error.ts'
export {
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
  type ThreeWayInput,
} from '../../worker/patch/strategic-diff.ts'
export { applyStrategicMergePatch, readStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
export { decodeUnstructured } from '../../worker/patch/unstructured.ts'
export type { Json, JsonObject } from '../../worker/api/json.ts'
export {
  StatusError,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from '../../worker/api/status.ts'
export type { Decoded } from '../../worker/schema/decode.ts'
export type {
  Field,
  ListSchema,
  MapSchema,
  ScalarSchema,
  Schema,
  StructSchema,
  UntypedSchema,
} from '../../worker/schema/schema.ts'
