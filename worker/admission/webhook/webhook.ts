import type { GroupVersionKind, GroupVersionResource } from '../../api/group-version.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import type { Resource, ResourceVersion } from '../../resources/resource.ts'
import type { StructSchema } from '../../schema/schema.ts'
import type { AdmissionRequest } from '../admission.ts'

/**
 * Webhooks: what a configuration object makes of a request. A configuration becomes hooks when it changes; a scope of
 * requests becomes invocations when the first of them comes; a request only asks selectors and then the backends.
 */
export interface Hook {
  readonly name: string
  /** The configuration's name. */
  readonly configuration: string
  /** The same as long as the hook keeps its place. */
  readonly uid: string
  readonly rules: readonly JsonObject[]
  /** `matchPolicy: Equivalent` */
  readonly equivalent: boolean
  readonly namespaceSelector: JsonObject | undefined
  readonly objectSelector: JsonObject | undefined
  readonly conditions: readonly MatchCondition[]
  readonly client: JsonObject
  readonly sideEffects: string
  /** Milliseconds. */
  readonly timeout: number
  /** `failurePolicy: Ignore` */
  readonly ignores: boolean
  /** `reinvocationPolicy: IfNeeded` */
  readonly reinvoked: boolean
  /** The first of `admissionReviewVersions` that the server speaks. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined
}

export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** A version of a resource, and what its bodies (or those of a subresource) are made of. */
export interface Form {
  readonly resource: Resource
  readonly version: ResourceVersion
  readonly schema: StructSchema
  readonly kind: GroupVersionKind
}

/** A hook that cares for a scope, with the form in which it wants to see objects of it. */
export interface Invocation {
  readonly hook: Hook
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
  readonly form: Form
}

/** What a backend said of a request. */
export interface Verdict {
  readonly allowed: boolean
  readonly status: JsonObject | undefined
  /** A JSON patch, as the document that it is; undefined: none. */
  readonly patch: string | undefined
  readonly patchType: string
  readonly auditAnnotations: Readonly<Record<string, Json | undefined>>
  readonly warnings: readonly string[]
}

/** Whether the conditions of a hook hold for a request. */
export type ConditionsMatcher = (request: ReviewedRequest) => Promise<ConditionsResult>
export type ConditionsResult = { readonly matches: boolean } | { readonly error: string }

/** A request in the form of a hook. */
export interface ReviewedRequest {
  readonly request: AdmissionRequest
  readonly invocation: Invocation
  readonly object: JsonObject | undefined
  readonly oldObject: JsonObject | undefined
}
