import type { AdmissionContext, AdmissionPlugin } from './admission.ts'
import type { AdmissionOptions } from './admission-options.ts'
import { chosenPlugins, knownPlugins } from './order.ts'
import type { PluginSet } from './plugin-set.ts'
import { certificateApproval } from './plugins/certificate-approval.ts'
import { certificateSigning } from './plugins/certificate-signing.ts'
import { certificateSubjectRestriction } from './plugins/certificate-subject-restriction.ts'
import { clusterTrustBundleAttest } from './plugins/cluster-trust-bundle-attest.ts'
import { defaultIngressClass } from './plugins/default-ingress-class.ts'
import { defaultStorageClass } from './plugins/default-storage-class.ts'
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds.ts'
import { limitRanger } from './plugins/limit-ranger.ts'
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts'
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.ts'
import { podSecurity } from './plugins/pod-security.ts'
import { priority } from './plugins/priority.ts'
import { resourceQuota } from './plugins/resource-quota.ts'
import { runtimeClass } from './plugins/runtime-class.ts'
import { serviceAccount } from './plugins/service-account.ts'
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.ts'
import { mutatingAdmissionWebhook, validatingAdmissionWebhook } from './plugins/admission-webhooks.ts'
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy.ts'
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.ts'

const DEFAULT_PLUGINS: PluginSet = {
  NamespaceLifecycle: namespaceLifecycle,
  LimitRanger: limitRanger,
  ServiceAccount: serviceAccount,
  TaintNodesByCondition: taintNodesByCondition,
  PodSecurity: podSecurity,
  Priority: priority,
  DefaultTolerationSeconds: defaultTolerationSeconds,
  DefaultStorageClass: defaultStorageClass,
  StorageObjectInUseProtection: storageObjectInUseProtection,
  PersistentVolumeClaimResize: persistentVolumeClaimResize,
  RuntimeClass: runtimeClass,
  CertificateApproval: certificateApproval,
  CertificateSigning: certificateSigning,
  ClusterTrustBundleAttest: clusterTrustBundleAttest,
  CertificateSubjectRestriction: certificateSubjectRestriction,
  DefaultIngressClass: defaultIngressClass,
  MutatingAdmissionWebhook: mutatingAdmissionWebhook,
  ValidatingAdmissionPolicy: validatingAdmissionPolicy,
  ValidatingAdmissionWebhook: validatingAdmissionWebhook,
  ResourceQuota: resourceQuota,
}

/** The plugins of a cluster, in execution order. @throws Error for unknown names and unusable configurations */
export async function admissionPlugins(
  options: AdmissionOptions,
  context: Omit<AdmissionContext, 'configuration' | 'tolerationSeconds' | 'imageReviewer'>,
): Promise<AdmissionPlugin[]> {
  const { configuration, tolerationSeconds, imageReviewer } = options
  const names = chosenPlugins(options, knownPlugins(context.dialect))
  // Only `--enable-admission-plugins` can enable an optional plugin.
  const others = options.enable.length === 0 ? {} : (await import('./optional-plugins.ts')).OPTIONAL_PLUGINS
  const factories: PluginSet = { ...others, ...DEFAULT_PLUGINS }
  return names.flatMap((name) => {
    const factory = factories[name]
    if (factory === undefined) return []
    return [factory({ ...context, configuration: configuration[name], tolerationSeconds, imageReviewer })]
  })
}
