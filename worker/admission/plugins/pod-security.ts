import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { formatGroupResource } from '../../api/group-version.ts'
import { internalError, invalid } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { specOf, textOf } from '../object-parts.ts'
import type { Checks } from '../pod-security/checks.ts'
import type { PodForm } from '../pod-security/check.ts'
import { readPodSecurity } from '../pod-security/configuration.ts'
import {
  isNarrower,
  MODES,
  policyReader,
  PRIVILEGED,
  sameStandard,
  showStandard,
  type Policy,
  type Standard,
} from '../pod-security/policy.ts'
import { isSignificantUpdate } from '../pod-security/significant-update.ts'
import { POD_TEMPLATES, podForm } from '../pod-security/workloads.ts'
import { aggregateText } from '../../api/go-format.ts'
import { refused } from '../refusal.ts'
import { isNamespaces, operations } from '../scopes.ts'

const annotationKey = (name: string): string => `pod-security.{labels}/${name}`

/**
 * Refuses pods that violate the enforced standard of their namespace. Pods and workloads that violate the `audit` or `warn`
 * standard are audited or cause a warning. The labels that set the standards are checked on namespaces.
 */
export function podSecurity(context: AdmissionContext) {
  const { dialect, configuration } = context
  const { defaults, exemptions } = readPodSecurity(configuration, dialect)
  const pods = operations('CREATE', 'UPDATE').on('pods', 'pods/ephemeralcontainers')
  const others = operations('CREATE', 'UPDATE').on('namespaces', ...POD_TEMPLATES.keys())
  const settings: Settings = {
    defaults,
    exemptions,
    policyOf: policyReader(dialect, defaults),
    withChecks: checksLoader(dialect),
  }
  const validateNamespace = namespaceValidation(context, settings)
  const validatePods = podValidation(context, settings)

  return {
    name: 'PodSecurity',
    handles: (scope) => pods(scope) || others(scope),
    validate(request) {
      if (isNamespaces(request)) return validateNamespace(request)
      return validatePods(request, POD_TEMPLATES.get(formatGroupResource(request.resource)))
    },
  } satisfies AdmissionPlugin
}

interface Settings extends ReturnType<typeof readPodSecurity> {
  readonly policyOf: ReturnType<typeof policyReader>
  readonly withChecks: WithChecks
}

type WithChecks = (use: (checks: Checks) => void) => Promise<void> | void

/** Loads the checks on first use, because only namespaces with a policy need them. */
function checksLoader(dialect: Dialect): WithChecks {
  let checks: Checks | undefined
  return (use) => {
    if (checks !== undefined) return use(checks)
    return import('../pod-security/checks.ts').then(({ podSecurityChecks }) => {
      checks = podSecurityChecks(dialect)
      use(checks)
    })
  }
}

type NamespaceValidation = (request: AdmissionRequest) => Promise<void> | void

function namespaceValidation(
  { dialect, lister }: AdmissionContext,
  { defaults, exemptions, policyOf, withChecks }: Settings,
): NamespaceValidation {
  const warnOfExemption = ({ warn }: AdmissionRequest, namespace: string, object: ApiObject, policy: Policy): void => {
    const modes = MODES.filter((mode) => policy[mode].level !== 'privileged')
    if (modes.length === 0 || MODES.every((mode) => sameStandard(policy[mode], defaults[mode]))) return
    const labels = object.metadata?.labels ?? {}
    const labelled = modes.filter((mode) =>
      ['', '-version'].some((part) => dialect.spell(annotationKey(mode + part)) in labels),
    )
    const ignored = labelled.map((mode) => `${mode}=${showStandard(policy[mode])}`).join(', ')
    warn(`namespace "${namespace}" is exempt from Pod Security, and the policy (${ignored}) will be ignored`)
  }

  const warnOfPods = (
    { warn }: AdmissionRequest,
    namespace: string,
    enforce: Standard,
    { evaluate, existingPodWarnings }: Checks,
  ): void => {
    const evaluated = [...lister.list('pods', namespace)].filter(
      (pod) => !exemptions.runtimeClasses.has(textOf(specOf(pod), 'runtimeClassName')),
    )
    for (const text of existingPodWarnings(evaluate, namespace, enforce, evaluated)) warn(text)
  }

  return (request) => {
    const { object = {}, oldObject, name } = request
    const next = policyOf(object.metadata?.labels)
    const before = oldObject && policyOf(oldObject.metadata?.labels)
    if (next.faults.length > 0 && JSON.stringify(next.faults) !== JSON.stringify(before?.faults)) {
      throw invalid('', 'Namespace', object.metadata?.name ?? name, next.faults)
    }
    const { enforce } = next.policy
    if (before !== undefined) {
      const old = before.policy.enforce
      if (sameStandard(enforce, old) || enforce.level === 'privileged') return
      if (enforce.minor === old.minor && !isNarrower(enforce.level, old.level)) return
    }
    const namespace = object.metadata?.name ?? name
    if (exemptions.namespaces.has(namespace)) return warnOfExemption(request, namespace, object, next.policy)
    if (before !== undefined) return withChecks((loaded) => warnOfPods(request, namespace, enforce, loaded))
  }
}

/** `template` is the path of the pod template in a workload; undefined for a pod. */
type PodValidation = (request: AdmissionRequest, template: string | undefined) => Promise<void> | void

function podValidation({ lister }: AdmissionContext, { exemptions, policyOf, withChecks }: Settings): PodValidation {
  const isExempt = ({ namespace, user, trace }: AdmissionRequest): boolean => {
    const byUser = exemptions.usernames.has(user.username) ? 'user' : undefined
    const by = exemptions.namespaces.has(namespace) ? 'namespace' : byUser
    if (by !== undefined) trace.annotate?.(annotationKey('exempt'), by)
    return by !== undefined
  }

  return (request, template) => {
    if (isExempt(request)) return
    const { namespace, object, oldObject, trace } = request
    const owner = lister.get('namespaces', '', namespace)
    if (owner === undefined) throw internalError(`failed to lookup namespace "${namespace}"`)
    const { policy, faults } = policyOf(owner.metadata?.labels)
    const isEnforced = template === undefined
    const modes = isEnforced ? MODES : (['audit', 'warn'] as const)
    if (faults.length === 0 && modes.every((mode) => policy[mode].level === 'privileged')) {
      if (isEnforced) trace.annotate?.(annotationKey('enforce-policy'), showStandard(PRIVILEGED))
      return
    }
    if (isEnforced && object !== undefined && oldObject !== undefined && !isSignificantUpdate(object, oldObject)) return
    const form = podForm(object, template)
    if (form === undefined) return
    if (exemptions.runtimeClasses.has(textOf(form.spec, 'runtimeClassName'))) {
      return trace.annotate?.(annotationKey('exempt'), 'runtimeClass')
    }
    if (faults.length > 0) {
      const why = aggregateText(faults.map(({ field, message }) => `${field}: ${message}`))
      trace.annotate?.(annotationKey('error'), `Failed to parse policy: ${why}`)
    }
    return withChecks((loaded) => evaluatePod(request, { policy, form, isEnforced }, loaded))
  }
}

interface PodEvaluation {
  readonly policy: Policy
  readonly form: PodForm
  /** Whether violations are refused. Pods are refused; workloads are only audited and warned about. */
  readonly isEnforced: boolean
}

function evaluatePod(
  request: AdmissionRequest,
  { policy, form, isEnforced }: PodEvaluation,
  { evaluate, violationDetails }: Checks,
): void {
  const { trace, warn } = request
  const faults = (standard: Standard): string => violationDetails(evaluate(standard, form))
  const enforced = isEnforced ? faults(policy.enforce) : ''
  if (isEnforced) trace.annotate?.(annotationKey('enforce-policy'), showStandard(policy.enforce))
  const audited = faults(policy.audit)
  if (audited !== '') {
    const would = `would violate PodSecurity "${showStandard(policy.audit)}": ${audited}`
    trace.annotate?.(annotationKey('audit-violations'), would)
  }
  if (enforced !== '') throw refused(request, `violates PodSecurity "${showStandard(policy.enforce)}": ${enforced}`)
  const warned = faults(policy.warn)
  if (warned !== '') warn(`would violate PodSecurity "${showStandard(policy.warn)}": ${warned}`)
}
