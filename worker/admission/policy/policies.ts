import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import type { Decision as AccessDecision } from '../../authorization/authorizer.ts'
import { jsonValue } from '../../cel/json-values.ts'
import { LoadedValues } from '../../runtime/loaded-values.ts'
import { accessCheck, type AccessDecisions } from '../access-check.ts'
import type { AdmissionContext, AdmissionRequest, AdmissionScope } from '../admission.ts'
import { refused } from '../refusal.ts'
import { isNamespaces } from '../scopes.ts'
import { shownIn } from '../webhook/forms.ts'
import { invocationsOf } from '../webhook/invocations.ts'
import { ownForm } from '../webhook/reviewing.ts'
import { selects } from '../webhook/selectors.ts'
import type { Invocation } from '../webhook/webhook.ts'
import { activationOf, namespaceValue } from './activation.ts'
import type { Annotation, CompiledPolicy, Decision } from './evaluation.ts'
import { compilePolicy } from './evaluation.ts'
import { ConfigurationFault, paramKindOf, paramsOf } from './params.ts'
import type { Binding, Matching, Policy } from './policy.ts'
import { readBinding, readPolicy } from './policy.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The validating admission policies of a cluster. */
export interface Policies {
  handles(scope: AdmissionScope): boolean
  validate(request: AdmissionRequest): Promise<void>
  /** Replaces the policies and bindings. */
  configure(policies: readonly ApiObject[], bindings: readonly ApiObject[]): void
}

interface Entry {
  readonly object: ApiObject
  readonly policy: Policy
  readonly bindings: readonly Binding[]
  compiled: CompiledPolicy | undefined
}

interface Denial {
  readonly policy: Policy
  readonly binding: Binding | undefined
  readonly message: string
  readonly reason: string
}

/** The evaluation of all policies for one request. */
interface Evaluation {
  readonly request: AdmissionRequest
  readonly denials: Denial[]
  /** All policies share the decisions, so the authorizer is called once for each distinct check of a request. */
  readonly decisions: AccessDecisions
}

const CODES = lookupTable<number>({ Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 })
/** The longest value of an audit annotation, in characters (reference/policies.md 15). */
const LONGEST_ANNOTATION = 10 * 1024

export function createPolicies(context: AdmissionContext): Policies {
  let entries: readonly Entry[] = []

  const matches = policyMatcher(context)
  const evaluate = policyEvaluation(context, matches)

  return {
    handles: () => entries.length > 0,
    async validate(request) {
      const denials: Denial[] = []
      const evaluation = { request, denials, decisions: new LoadedValues<AccessDecision>() }
      for (const entry of entries) {
        const invocation = matches(entry.policy.matching, entry.policy.excluding, request)
        if (invocation !== undefined) await evaluate(entry, invocation, evaluation)
      }
      const [first] = denials
      if (first !== undefined) throw denied(request, first)
    },
    configure(policies, bindings) {
      const known = new Map(entries.map((entry) => [entry.object, entry]))
      const all = bindings.map(readBinding)
      entries = policies.map((object) => {
        const before = known.get(object)
        const policy = before?.policy ?? readPolicy(object)
        const own = all.filter(({ policyName }) => policyName === policy.name)
        return { object, policy, bindings: own, compiled: before?.compiled }
      })
    },
  }
}

type PolicyMatcher = (matching: Matching, excluding: Matching, request: AdmissionRequest) => Invocation | undefined

/** Returns a function that finds the form in which a policy or binding matches a request; undefined when it does not match. */
function policyMatcher(context: AdmissionContext): PolicyMatcher {
  const invocationOf = (matching: Matching, scope: AdmissionScope): Invocation | undefined =>
    invocationsOf([matching], scope, context.catalog)[0]

  const ownInvocation = (matching: Matching, request: AdmissionRequest): Invocation => ({
    hook: matching,
    resource: request.resource,
    kind: request.kind,
    form: ownForm(request, { ...context, failedOpen: () => undefined }),
  })

  return (matching, excluding, request) => {
    if (!selects(matching, request, context.lister)) return undefined
    if (namesFit(excluding, request) && invocationOf(named(excluding, request), request) !== undefined) return undefined
    const everything = matching.rules.length === 0
    return everything ? ownInvocation(matching, request) : invocationOf(named(matching, request), request)
  }
}

type PolicyEvaluation = (entry: Entry, invocation: Invocation, evaluation: Evaluation) => Promise<void>

/** Evaluates a policy with the params of each matching binding. */
function policyEvaluation(context: AdmissionContext, matches: PolicyMatcher): PolicyEvaluation {
  return async (entry, invocation, evaluation) => {
    const { request, decisions: access } = evaluation
    const { policy } = entry
    const misconfigured = (binding: Binding | undefined, attempt: () => Promise<void>): Promise<void> =>
      withConfigurationFaults({ policy, binding }, evaluation, attempt)
    const annotations = new Map<string, Set<string>>()
    await misconfigured(undefined, async () => {
      const kind = paramKindOf(policy, context)
      const own = ownForm(request, { ...context, failedOpen: () => undefined })
      const show = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
        object && shownIn(object, own, invocation.form, context.convert)
      const object = await show(request.object)
      const reviewed = { request, invocation, object, oldObject: await show(request.oldObject) }
      const check = accessCheck(context.authorizer, request.user, access)
      const inside = isNamespaces(request) ? '' : request.namespace
      for (const binding of entry.bindings) {
        if (binding.matching && matches(binding.matching, binding.excluding ?? NOTHING, request) === undefined) continue
        await misconfigured(binding, async () => {
          for (const params of await paramsOf(kind, binding.paramRef, request.namespace, context)) {
            const compiled = (entry.compiled ??= compilePolicy(policy))
            const activation = {
              ...activationOf(reviewed, check),
              params: jsonValue(params),
              namespaceObject: namespaceValue(inside === '' ? undefined : context.lister.get('namespaces', '', inside)),
            }
            const { decisions, annotations: notes } = await access.compute(() => compiled.evaluate(activation))
            for (const decision of decisions) applyDecision(decision, { policy, binding }, evaluation)
            for (const note of notes) collectAnnotation(note, { policy, binding }, annotations, evaluation)
          }
        })
      }
    })
    for (const [key, values] of annotations) {
      request.trace.annotate?.(`${policy.name}/${key}`, [...values].join(', '))
    }
  }
}

/** Turns a configuration fault into a denial, unless the policy ignores failures. */
async function withConfigurationFaults(
  { policy, binding }: { readonly policy: Policy; readonly binding: Binding | undefined },
  { denials }: Evaluation,
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    const what = binding === undefined ? 'policy' : 'binding'
    const message = `failed to configure ${what}: ${error.message}`
    if (!policy.ignoresFailures) denials.push({ policy, binding, message, reason: '' })
  }
}

const NOTHING = readPolicy({}).excluding

const hasName = (rule: Matching['rules'][number], name: string): boolean => {
  const { resourceNames } = rule
  return !Array.isArray(resourceNames) || resourceNames.length === 0 || resourceNames.includes(name)
}

const namesFit = ({ rules }: Matching, { name }: AdmissionRequest): boolean => rules.some((rule) => hasName(rule, name))

/** Drops the rules for objects with other names. */
const named = (matching: Matching, { name }: AdmissionRequest): Matching =>
  matching.rules.every((rule) => hasName(rule, name))
    ? matching
    : { ...matching, rules: matching.rules.filter((rule) => hasName(rule, name)) }

/** A policy applied to a request through one of its bindings. */
interface BoundPolicy {
  readonly policy: Policy
  readonly binding: Binding
}

function applyDecision(decision: Decision, { policy, binding }: BoundPolicy, { request, denials }: Evaluation): void {
  if (decision.is === 'admitted') return
  const { message, reason, index } = decision
  for (const action of binding.actions) {
    if (action === 'Deny') denials.push({ policy, binding, message, reason })
    if (action === 'Warn') {
      const who = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`
      request.warn(`Validation failed for ${who}: ${message}`)
    }
    if (action === 'Audit') {
      const failure = {
        message,
        policy: policy.name,
        binding: binding.name,
        expressionIndex: index,
        validationActions: binding.actions,
      }
      const key = 'validation.policy.admission.{domain}/validation_failure'
      request.trace.annotate?.(key, JSON.stringify([failure]))
    }
  }
}

function collectAnnotation(
  { key, value, error }: Annotation,
  { policy, binding }: BoundPolicy,
  annotations: Map<string, Set<string>>,
  { denials }: Evaluation,
): void {
  if (error !== undefined) denials.push({ policy, binding, message: error, reason: '' })
  if (value === undefined) return
  const values = annotations.get(key) ?? new Set()
  annotations.set(key, values.add(value.slice(0, LONGEST_ANNOTATION)))
}

function denied(request: AdmissionRequest, { policy, binding, message, reason: given }: Denial): StatusError {
  const bound = binding === undefined ? '' : ` with binding '${binding.name}'`
  const text = `ValidatingAdmissionPolicy '${policy.name}'${bound} denied request: ${message}`
  const { status } = refused(request, text)
  const reason = given === '' ? 'Invalid' : given
  const details = { ...status.details, causes: [{ message: text }] }
  return new StatusError({ ...status, reason, code: CODES[reason] ?? 422, details } as StatusError['status'])
}
