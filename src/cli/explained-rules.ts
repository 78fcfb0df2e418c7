import type { ResourceType } from './discovery.ts'

/** Rules of docs/reference about the metadata of every kind, by field. */
const METADATA: ReadonlyMap<string, string> = new Map([
  ['annotations', 'objects 10'],
  ['creationTimestamp', 'objects 4'],
  ['deletionGracePeriodSeconds', 'objects 14'],
  ['deletionTimestamp', 'objects 11'],
  ['finalizers', 'objects 11'],
  ['generateName', 'objects 2'],
  ['generation', 'objects 6'],
  ['labels', 'list 15'],
  ['managedFields', 'apply 2'],
  ['name', 'objects 1'],
  ['namespace', 'verbs 7'],
  ['ownerReferences', 'controllers 9'],
  ['resourceVersion', 'objects 5'],
  ['uid', 'objects 4'],
])

/**
 * Rules about built-in kinds, by resource and path. Both kinds of webhook configurations use the paths of
 * `webhookconfigurations`. Pod templates use the paths of `pods`.
 */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['apiservices', 'kinds 14'],
  ['certificatesigningrequests', 'certificates 1'],
  ['certificatesigningrequests.spec.signerName', 'certificates 5'],
  ['certificatesigningrequests.status', 'certificates 2'],
  ['clusterrolebindings', 'authorisation 8'],
  ['clusterroles', 'authorisation 7'],
  ['clusterroles.aggregationRule', 'controllers 37'],
  ['clustertrustbundles', 'certificates 13'],
  ['customresourcedefinitions', 'custom-resources 1'],
  ['customresourcedefinitions.spec.conversion', 'custom-resources 11'],
  ['customresourcedefinitions.spec.names', 'custom-resources 1'],
  ['customresourcedefinitions.spec.versions', 'custom-resources 13'],
  ['customresourcedefinitions.spec.versions.additionalPrinterColumns', 'custom-resources 16'],
  ['customresourcedefinitions.spec.versions.schema', 'custom-resources 3'],
  ['customresourcedefinitions.spec.versions.subresources', 'custom-resources 8'],
  ['customresourcedefinitions.status', 'custom-resources 1'],
  ['daemonsets', 'controllers 20'],
  ['deployments', 'controllers 15'],
  ['deployments.spec.paused', 'controllers 18'],
  ['deployments.spec.progressDeadlineSeconds', 'controllers 18'],
  ['endpoints', 'controllers 24'],
  ['endpointslices', 'controllers 24'],
  ['events', 'kinds 11'],
  ['flowschemas', 'kinds 13'],
  ['horizontalpodautoscalers', 'controllers 26'],
  ['horizontalpodautoscalers.spec.metrics', 'kinds 3'],
  ['ingressclasses', 'admission 26'],
  ['jobs', 'controllers 21'],
  ['jobs.spec.backoffLimit', 'controllers 23'],
  ['jobs.spec.completions', 'controllers 22'],
  ['jobs.spec.suspend', 'controllers 22'],
  ['limitranges', 'admission 16'],
  ['localsubjectaccessreviews', 'authorisation 12'],
  ['webhookconfigurations', 'webhooks 6'],
  ['webhookconfigurations.webhooks.failurePolicy', 'webhooks 14'],
  ['webhookconfigurations.webhooks.matchConditions', 'webhooks 4'],
  ['webhookconfigurations.webhooks.namespaceSelector', 'webhooks 5'],
  ['webhookconfigurations.webhooks.objectSelector', 'webhooks 5'],
  ['webhookconfigurations.webhooks.reinvocationPolicy', 'webhooks 8'],
  ['webhookconfigurations.webhooks.rules', 'webhooks 1'],
  ['webhookconfigurations.webhooks.timeoutSeconds', 'webhooks 9'],
  ['namespaces', 'controllers 7'],
  ['nodes', 'simulation 5'],
  ['nodes.status.capacity', 'simulation 19'],
  ['persistentvolumeclaims', 'simulation 4'],
  ['persistentvolumeclaims.spec.resources', 'admission 27'],
  ['persistentvolumeclaims.spec.volumeName', 'controllers 28'],
  ['persistentvolumes', 'controllers 28'],
  ['persistentvolumes.spec.persistentVolumeReclaimPolicy', 'controllers 29'],
  ['poddisruptionbudgets', 'controllers 27'],
  ['pods', 'simulation 2'],
  ['pods.spec', 'simulation 2'],
  ['pods.spec.affinity', 'simulation 1'],
  ['pods.spec.containers.args', 'simulation 14'],
  ['pods.spec.containers.command', 'simulation 14'],
  ['pods.spec.containers.env', 'simulation 15'],
  ['pods.spec.containers.envFrom', 'simulation 15'],
  ['pods.spec.containers.image', 'simulation 11'],
  ['pods.spec.containers.imagePullPolicy', 'admission 13'],
  ['pods.spec.containers.livenessProbe', 'simulation 16'],
  ['pods.spec.containers.readinessProbe', 'simulation 16'],
  ['pods.spec.containers.resources', 'simulation 1'],
  ['pods.spec.containers.securityContext', 'admission 17'],
  ['pods.spec.containers.securityContext.appArmorProfile', 'kinds 2'],
  ['pods.spec.containers.startupProbe', 'simulation 16'],
  ['pods.spec.containers.terminationMessagePath', 'simulation 17'],
  ['pods.spec.containers.terminationMessagePolicy', 'simulation 17'],
  ['pods.spec.containers.volumeMounts.subPathExpr', 'simulation 20'],
  ['pods.spec.ephemeralContainers', 'validation 11'],
  ['pods.spec.nodeName', 'simulation 18'],
  ['pods.spec.nodeSelector', 'simulation 1'],
  ['pods.spec.overhead', 'admission 12'],
  ['pods.spec.priority', 'admission 10'],
  ['pods.spec.priorityClassName', 'admission 10'],
  ['pods.spec.readinessGates', 'simulation 2'],
  ['pods.spec.restartPolicy', 'simulation 9'],
  ['pods.spec.runtimeClassName', 'admission 12'],
  ['pods.spec.securityContext', 'admission 17'],
  ['pods.spec.serviceAccountName', 'admission 9'],
  ['pods.spec.terminationGracePeriodSeconds', 'simulation 3'],
  ['pods.spec.tolerations', 'admission 11'],
  ['pods.spec.topologySpreadConstraints', 'simulation 1'],
  ['pods.status', 'kinds 1'],
  ['priorityclasses', 'admission 10'],
  ['prioritylevelconfigurations', 'kinds 12'],
  ['replicasets', 'controllers 15'],
  ['replicationcontrollers', 'verbs 24'],
  ['resourcequotas', 'admission 23'],
  ['resourcequotas.status', 'controllers 31'],
  ['rolebindings', 'authorisation 8'],
  ['roles', 'authorisation 7'],
  ['runtimeclasses', 'admission 12'],
  ['secrets', 'controllers 32'],
  ['secrets.type', 'kinds 9'],
  ['selfsubjectaccessreviews', 'authorisation 12'],
  ['selfsubjectrulesreviews', 'authorisation 12'],
  ['serviceaccounts', 'admission 9'],
  ['services', 'kinds 8'],
  ['services.spec.clusterIP', 'kinds 6'],
  ['services.spec.clusterIPs', 'kinds 6'],
  ['services.spec.healthCheckNodePort', 'kinds 7'],
  ['services.spec.ipFamilies', 'kinds 5'],
  ['services.spec.ipFamilyPolicy', 'kinds 5'],
  ['services.spec.type', 'kinds 6'],
  ['statefulsets', 'controllers 19'],
  ['storageclasses', 'admission 26'],
  ['subjectaccessreviews', 'authorisation 12'],
  ['validatingadmissionpolicies', 'policies 1'],
  ['validatingadmissionpolicies.spec.failurePolicy', 'policies 9'],
  ['validatingadmissionpolicies.spec.matchConstraints', 'policies 2'],
  ['validatingadmissionpolicies.spec.variables', 'policies 7'],
  ['validatingadmissionpolicybindings', 'policies 2'],
  ['validatingadmissionpolicybindings.spec.validationActions', 'policies 8'],
])

const CUSTOM_RESOURCE = 'custom-resources 5'

/** The path with which `KINDS` names a field. */
function tablePath(resource: string, fields: readonly string[]): string[] {
  const path = [resource.replace(/^(?:mutating|validating)webhook/, 'webhook'), ...fields]
  const template = path.indexOf('template')
  return template === -1 ? path : ['pods', ...path.slice(template + 1)]
}

/**
 * The rule of docs/reference about a type or one of its fields: `objects 11`. For metadata without a rule, the whole page:
 * `objects`. For another field without a rule, the rule of its parent. Undefined when no rule is found.
 *
 * @param isCustom whether a CustomResourceDefinition defines the type
 */
export function ruleAbout(type: ResourceType, fields: readonly string[], isCustom: boolean): string | undefined {
  const [first, second = ''] = fields
  if (first === 'metadata') return METADATA.get(second) ?? 'objects'
  if (isCustom) return CUSTOM_RESOURCE
  const path = tablePath(type.resource, fields)
  for (let length = path.length; length > 0; length--) {
    const found = KINDS.get(path.slice(0, length).join('.'))
    if (found !== undefined) return found
  }
  return undefined
}

/** Every rule that `ruleAbout` can return. */
export const citedRules = (): string[] => [...METADATA.values(), ...KINDS.values(), CUSTOM_RESOURCE]
