import type { GroupVersionKind, GroupVersionResource } from '../../api/group-version.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import type { AdmissionRequest } from '../admission.ts'
import type { Form } from './version-converter.ts'

/*
 * Webhooks. A changed configuration is compiled to hooks. The first request of a scope compiles the matching hooks to
 * invocations. Later requests only evaluate selectors and call backends.
 */

/** One webhook of a configuration. */
export interface Hook {
  readonly name: string
  /** The name of the configuration that contains the webhook. */
  readonly configuration: string
  /** The name of the configuration, the name of the webhook, and its number among the webhooks of the same name. */
  readonly uid: string
  readonly rules: readonly JsonObject[]
  /** Whether `matchPolicy` is `Equivalent`. */
  readonly matchesEquivalent: boolean
  readonly namespaceSelector: JsonObject | undefined
  readonly objectSelector: JsonObject | undefined
  readonly conditions: readonly MatchCondition[]
  readonly client: JsonObject
  readonly sideEffects: string
  /** The time that a call may take, milliseconds. */
  readonly timeout: number
  /** Whether `failurePolicy` is `Ignore`. */
  readonly ignoresFailures: boolean
  /** Whether `reinvocationPolicy` is `IfNeeded`. */
  readonly allowsReinvocation: boolean
  /** The first of `admissionReviewVersions` that the server supports. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined
}

export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** A hook that matches a scope, with the form in which it receives the objects. */
export interface Invocation {
  readonly hook: Hook
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
  readonly form: Form
}

/** The answer of a backend to a review. */
export interface Verdict {
  readonly allowed: boolean
  readonly status: JsonObject | undefined
  /** The text of a JSON patch; undefined when the answer has no patch. */
  readonly patch: string | undefined
  readonly patchType: string
  readonly auditAnnotations: Readonly<Record<string, Json | undefined>>
  readonly warnings: readonly string[]
}

/** Evaluates the match conditions of a hook for a request. */
export type ConditionsMatcher = (request: ReviewedRequest) => Promise<ConditionsResult>
export type ConditionsResult = { readonly matches: boolean } | { readonly error: string }

/** A request in the form of a hook. */
export interface ReviewedRequest {
  readonly request: AdmissionRequest
  readonly invocation: Invocation
  readonly object: JsonObject | undefined
  readonly oldObject: JsonObject | undefined
}
