import type { Dialect } from '../dialect/dialect.ts'

/**
 * The plugins of 1.30 in execution order. Webhooks and policies run after the plugins that change objects. ResourceQuota runs
 * after every other plugin that refuses, except AlwaysDeny.
 */
export const ADMISSION_ORDER = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'SecurityContextDeny',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'PersistentVolumeLabel',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
] as const

export type PluginName = (typeof ADMISSION_ORDER)[number]

/** The plugins that are on by default (reference/admission.md 5). */
const ON_BY_DEFAULT: ReadonlySet<PluginName> = new Set<PluginName>([
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'ClusterTrustBundleAttest',
  'DefaultIngressClass',
  'DefaultStorageClass',
  'DefaultTolerationSeconds',
  'LimitRanger',
  'MutatingAdmissionWebhook',
  'NamespaceLifecycle',
  'PersistentVolumeClaimResize',
  'PodSecurity',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
  'StorageObjectInUseProtection',
  'TaintNodesByCondition',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
])

/** The names of all plugins. The svc dialect has one plugin that the real server no longer has (reference/admission.md 6). */
export const knownPlugins = ({ name: dialect }: Dialect): ReadonlySet<string> =>
  new Set(ADMISSION_ORDER.filter((name) => name !== 'SecurityContextDeny' || dialect === 'svc'))

/** The plugins that `--enable-admission-plugins` and `--disable-admission-plugins` name. */
export interface PluginSwitches {
  readonly enable: readonly string[]
  readonly disable: readonly string[]
}

/**
 * The enabled plugins in order.
 * @throws Error with the message of the real server for unknown names, and for names that are both enabled and disabled
 */
export function chosenPlugins({ enable, disable }: PluginSwitches, known: ReadonlySet<string>): PluginName[] {
  const faults = [
    ...unknown('enable', enable, known),
    ...unknown('disable', disable, known),
    ...bothWays(enable, disable),
  ]
  if (faults.length > 0) throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`)
  const on = new Set<string>([...ON_BY_DEFAULT, ...enable])
  for (const name of disable) on.delete(name)
  return ADMISSION_ORDER.filter((name) => on.has(name))
}

const unknown = (flag: string, names: readonly string[], known: ReadonlySet<string>): string[] =>
  names.filter((name) => !known.has(name)).map((name) => `${flag}-admission-plugins plugin "${name}" is unknown`)

function bothWays(enable: readonly string[], disable: readonly string[]): string[] {
  const both = enable.filter((name) => disable.includes(name)).sort()
  return both.length === 0
    ? []
    : [`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`]
}
