import { alwaysAdmit } from './plugins/always-admit.ts'
import { alwaysDeny } from './plugins/always-deny.ts'
import { alwaysPullImages } from './plugins/always-pull-images.ts'
import { denyServiceExternalIPs } from './plugins/deny-service-external-ips.ts'
import { eventRateLimit } from './plugins/event-rate-limit.ts'
import { extendedResourceToleration } from './plugins/extended-resource-toleration.ts'
import { imagePolicyWebhook } from './plugins/image-policy-webhook.ts'
import { limitPodHardAntiAffinityTopology } from './plugins/limit-pod-hard-anti-affinity-topology.ts'
import { namespaceAutoProvision } from './plugins/namespace-auto-provision.ts'
import { namespaceExists } from './plugins/namespace-exists.ts'
import { nodeRestriction } from './plugins/node-restriction.ts'
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement.ts'
import { persistentVolumeLabel } from './plugins/persistent-volume-label.ts'
import { podNodeSelector } from './plugins/pod-node-selector.ts'
import { podTolerationRestriction } from './plugins/pod-toleration-restriction.ts'
import { securityContextDeny } from './plugins/security-context-deny.ts'
import type { PluginSet } from './plugin-set.ts'

/** Plugins that run only when a flag enables them. This file loads only when `--enable-admission-plugins` names a plugin. */
export const OPTIONAL_PLUGINS: PluginSet = {
  AlwaysAdmit: alwaysAdmit,
  NamespaceAutoProvision: namespaceAutoProvision,
  NamespaceExists: namespaceExists,
  SecurityContextDeny: securityContextDeny,
  LimitPodHardAntiAffinityTopology: limitPodHardAntiAffinityTopology,
  NodeRestriction: nodeRestriction,
  AlwaysPullImages: alwaysPullImages,
  ImagePolicyWebhook: imagePolicyWebhook,
  PodNodeSelector: podNodeSelector,
  PodTolerationRestriction: podTolerationRestriction,
  EventRateLimit: eventRateLimit,
  ExtendedResourceToleration: extendedResourceToleration,
  PersistentVolumeLabel: persistentVolumeLabel,
  OwnerReferencesPermissionEnforcement: ownerReferencesPermissionEnforcement,
  DenyServiceExternalIPs: denyServiceExternalIPs,
  AlwaysDeny: alwaysDeny,
}
