import type { GoFunction } from './go-functions.ts'
import { configMap, meta, revision, struct } from './go-functions.ts'
import type { GoValue, Scope } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'

/** Makes a Go function for a stored object, whose first argument is the resourceVersion. */
const stored =
  (make: GoFunction): GoFunction =>
  (version = null, ...args) => {
    const made = make(...args)
    if (!(made instanceof GoStruct)) return made
    const { ObjectMeta: meta } = made.fields
    const fields = meta instanceof GoStruct ? meta.fields : {}
    return struct(made.type, {
      ...made.fields,
      ObjectMeta: struct('metav1.ObjectMeta', { ...fields, ResourceVersion: version }),
    })
  }

const matching = (selectors: GoValue): GoValue =>
  Array.isArray(selectors)
    ? selectors.map((labels: GoValue) => struct('metav1.LabelSelector', { MatchLabels: labels }))
    : selectors

const range: GoFunction = (...args) => {
  const [type = null, min = null, max = null, limit = null, request = null, ratio = null] = args
  const item = { Type: type, Min: min, Max: max, Default: limit, DefaultRequest: request, MaxLimitRequestRatio: ratio }
  return struct('core.LimitRange', {
    ObjectMeta: meta('abc', 'test'),
    Spec: struct('core.LimitRangeSpec', { Limits: [struct('core.LimitRangeItem', item)] }),
  })
}

const containers = (prefix: string, count: GoValue, Resources: GoValue): readonly GoStruct[] =>
  Array.from({ length: Number(count) }, (_, i) =>
    struct('core.Container', { Image: `${prefix}:V${String(i)}`, Name: `${prefix}-${String(i)}`, Resources }),
  )

const limitedPod: GoFunction = (name = null, count = 0, Resources = null) =>
  struct('core.Pod', {
    ObjectMeta: meta(name, 'test'),
    Spec: struct('core.PodSpec', { Containers: containers('foo', count, Resources) }),
  })

/** The pod with these init containers. */
const withInit: GoFunction = (pod = null, ...resources) => {
  if (!(pod instanceof GoStruct)) return pod
  const { Spec: spec } = pod.fields
  const fields = spec instanceof GoStruct ? spec.fields : {}
  const InitContainers = resources.map((Resources, i) =>
    struct('core.Container', { Image: `foo:V${String(i)}`, Name: `foo-${String(i)}`, Resources }),
  )
  return struct('core.Pod', { ...pod.fields, Spec: struct('core.PodSpec', { ...fields, InitContainers }) })
}

const role: GoFunction = (rules = null, labels = null, annotations = null) =>
  struct('rbac.ClusterRole', {
    ObjectMeta: struct('metav1.ObjectMeta', { Labels: labels, Annotations: annotations }),
    Rules: rules,
  })

const rules: GoFunction = (...names) =>
  names.map((name) => struct('rbac.PolicyRule', { APIGroups: [''], Verbs: ['get'], Resources: [name] }))

const subjects: GoFunction = (...names) =>
  names.map((name) => struct('rbac.Subject', { Kind: 'User', Name: name, APIGroup: 'rbac.authorization.k8s.io' }))

const binding: GoFunction = (ref = null, list = null) =>
  struct('rbac.ClusterRoleBinding', { ObjectMeta: struct('metav1.ObjectMeta', {}), RoleRef: ref, Subjects: list })

/** Webhooks of 2019 with the fields that current versions require. */
const webhooks: GoFunction = (hooks = null) =>
  struct('admissionregistration.ValidatingWebhookConfiguration', {
    ObjectMeta: meta('config'),
    Webhooks: Array.isArray(hooks) ? hooks.map(completeHook) : hooks,
  })

function completeHook(hook: GoValue): GoValue {
  if (!(hook instanceof GoStruct)) return hook
  const { AdmissionReviewVersions: versions = ['v1beta1'], SideEffects: effects = 'None' } = hook.fields
  return struct(hook.type, { ...hook.fields, AdmissionReviewVersions: versions, SideEffects: effects })
}

const classedPod: GoFunction = (name = null, list = null) =>
  struct('core.Pod', { ObjectMeta: meta(name, 'test'), Spec: struct('core.PodSpec', { Containers: list }) })

const classedContainer: GoFunction = (name = null, Requests = null, Limits = null) =>
  struct('core.Container', { Name: name, Resources: struct('core.ResourceRequirements', { Requests, Limits }) })

/** Functions that single tests define, by test. */
export const ownFunctions: Readonly<Record<string, Scope['functions']>> = {
  TestPodLimitFunc: {
    validPersistentVolumeClaim: (name = null, Resources = null) =>
      struct('core.PersistentVolumeClaim', {
        ObjectMeta: meta(name, 'test'),
        Spec: struct('core.PersistentVolumeClaimSpec', { Resources }),
      }),
    createLimitRange: range,
    validPod: limitedPod,
    validPodInit: withInit,
  },
  TestComputeReconciledRoleRules: { role, rules },
  TestComputeReconciledRoleAggregationRules: {
    role,
    rules,
    aggregatedRole: (rule = null) =>
      struct('rbac.ClusterRole', { ObjectMeta: struct('metav1.ObjectMeta', {}), AggregationRule: rule }),
    aggregationrule: (selectors = null) =>
      struct('rbac.AggregationRule', { ClusterRoleSelectors: matching(selectors) }),
  },
  TestComputeUpdate: {
    subjects,
    binding,
    ref: (name = null) =>
      struct('rbac.RoleRef', { Kind: 'ClusterRole', Name: name, APIGroup: 'rbac.authorization.k8s.io' }),
  },
  TestValidateValidatingWebhookConfiguration: { newValidatingWebhookConfiguration: webhooks },
  TestValidateValidatingWebhookConfigurationUpdate: { newValidatingWebhookConfiguration: webhooks },
  TestGetPodQOS: { newPod: classedPod, newContainer: classedContainer },
  TestValidateConfigMapUpdate: { newConfigMap: stored(configMap) },
  TestValidateControllerRevisionUpdate: { newControllerRevision: stored(revision) },
}
