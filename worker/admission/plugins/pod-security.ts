import type { ApiObject } from '../../api/object.ts'
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
import { significantUpdate } from '../pod-security/significant-update.ts'
import { POD_TEMPLATES, podForm } from '../pod-security/workloads.ts'
import { joinReasons, refused } from '../refusal.ts'
import { isNamespaces, operations } from '../scopes.ts'

/** Holds pods to the standard that their namespace asks for by its labels, and warns of workloads that would break it. */
export function podSecurity({ dialect, lister, configuration }: AdmissionContext) {
  const { defaults, exemptions } = readPodSecurity(configuration, dialect)
  const policyOf = policyReader(dialect, defaults)
  const isSignificant = significantUpdate(dialect)
  const pods = operations('CREATE', 'UPDATE').on('pods', 'pods/ephemeralcontainers')
  const others = operations('CREATE', 'UPDATE').on('namespaces', ...POD_TEMPLATES.keys())
  const annotation = (name: string): string => `pod-security.{labels}/${name}`
  let checks: Checks | undefined

  /** The checks are a part of their own that only namespaces with a policy need. */
  const withChecks = (use: (checks: Checks) => void): Promise<void> | void => {
    if (checks !== undefined) return use(checks)
    return import('../pod-security/checks.ts').then(({ podSecurityChecks }) => {
      checks = podSecurityChecks(dialect)
      use(checks)
    })
  }

  const isExempt = ({ namespace, user, trace }: AdmissionRequest): boolean => {
    const by = exemptions.namespaces.has(namespace)
      ? 'namespace'
      : exemptions.usernames.has(user.username)
        ? 'user'
        : undefined
    if (by !== undefined) trace.annotate?.(annotation('exempt'), by)
    return by !== undefined
  }

  const validateNamespace = (request: AdmissionRequest): Promise<void> | void => {
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

  const warnOfExemption = ({ warn }: AdmissionRequest, namespace: string, object: ApiObject, policy: Policy): void => {
    const modes = MODES.filter((mode) => policy[mode].level !== 'privileged')
    if (modes.length === 0 || MODES.every((mode) => sameStandard(policy[mode], defaults[mode]))) return
    const labels = object.metadata?.labels ?? {}
    const labelled = modes.filter((mode) =>
      ['', '-version'].some((part) => dialect.spell(annotation(mode + part)) in labels),
    )
    const said = labelled.map((mode) => `${mode}=${showStandard(policy[mode])}`).join(', ')
    warn(`namespace "${namespace}" is exempt from Pod Security, and the policy (${said}) will be ignored`)
  }

  const warnOfPods = (
    { warn }: AdmissionRequest,
    namespace: string,
    enforce: Standard,
    { evaluate, existingPodWarnings }: Checks,
  ): void => {
    const held = [...lister.list('pods', namespace)].filter(
      (pod) => !exemptions.runtimeClasses.has(runtimeClassOf(pod)),
    )
    for (const text of existingPodWarnings(evaluate, namespace, enforce, held)) warn(text)
  }

  const runtimeClassOf = (pod: ApiObject): string => textOf(specOf(pod), 'runtimeClassName')

  const validatePods = (request: AdmissionRequest, template: string | undefined): Promise<void> | void => {
    if (isExempt(request)) return
    const { namespace, object, oldObject, trace } = request
    const owner = lister.get('namespaces', '', namespace)
    if (owner === undefined) throw internalError(`failed to lookup namespace "${namespace}"`)
    const { policy, faults } = policyOf(owner.metadata?.labels)
    const isEnforced = template === undefined
    const modes = isEnforced ? MODES : (['audit', 'warn'] as const)
    if (faults.length === 0 && modes.every((mode) => policy[mode].level === 'privileged')) {
      if (isEnforced) trace.annotate?.(annotation('enforce-policy'), showStandard(PRIVILEGED))
      return
    }
    if (isEnforced && object !== undefined && oldObject !== undefined && !isSignificant(object, oldObject)) return
    const form = podForm(object, template)
    if (form === undefined) return
    if (exemptions.runtimeClasses.has(textOf(form.spec, 'runtimeClassName'))) {
      return trace.annotate?.(annotation('exempt'), 'runtimeClass')
    }
    if (faults.length > 0) {
      const why = joinReasons(faults.map(({ field, message }) => `${field}: ${message}`))
      trace.annotate?.(annotation('error'), `Failed to parse policy: ${why}`)
    }
    return withChecks((loaded) => judge(request, policy, form, isEnforced, loaded))
  }

  const judge = (
    request: AdmissionRequest,
    policy: Policy,
    form: PodForm,
    isEnforced: boolean,
    { evaluate, violationDetails }: Checks,
  ): void => {
    const { trace, warn } = request
    const faults = (standard: Standard): string => violationDetails(evaluate(standard, form))
    const enforced = isEnforced ? faults(policy.enforce) : ''
    if (isEnforced) trace.annotate?.(annotation('enforce-policy'), showStandard(policy.enforce))
    const audited = faults(policy.audit)
    if (audited !== '') {
      const would = `would violate PodSecurity "${showStandard(policy.audit)}": ${audited}`
      trace.annotate?.(annotation('audit-violations'), would)
    }
    if (enforced !== '') throw refused(request, `violates PodSecurity "${showStandard(policy.enforce)}": ${enforced}`)
    const warned = faults(policy.warn)
    if (warned !== '') warn(`would violate PodSecurity "${showStandard(policy.warn)}": ${warned}`)
  }

  return {
    name: 'PodSecurity',
    handles: (scope) => pods(scope) || others(scope),
    validate(request) {
      if (isNamespaces(request)) return validateNamespace(request)
      return validatePods(request, POD_TEMPLATES.get(formatGroupResource(request.resource)))
    },
  } satisfies AdmissionPlugin
}
