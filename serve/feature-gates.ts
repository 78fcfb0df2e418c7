import { FlagError } from './flags.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'

/** The maturity of a feature (reference/versions.md 2). */
type Stage = 'alpha' | 'beta' | 'ga' | 'deprecated'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** The gates of 1.30 that are off by default. */
const OFF: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  alpha: words(`
    CPUManagerPolicyAlphaOptions CSIVolumeHealth CloudControllerManagerWebhook ClusterTrustBundle
    ClusterTrustBundleProjection ConsistentListFromCache CrossNamespaceVolumeDataSource CustomCPUCFSQuotaPeriod
    CustomResourceFieldSelectors DisableNodeKubeProxyVersion DynamicResourceAllocation EventedPLEG HPAScaleToZero
    HonorPVReclaimPolicy InPlacePodVerticalScaling InTreePluginAWSUnregister InTreePluginAzureDiskUnregister
    InTreePluginAzureFileUnregister InTreePluginGCEUnregister InTreePluginOpenStackUnregister
    InTreePluginPortworxUnregister InTreePluginvSphereUnregister JobManagedBy JobSuccessPolicy
    KubeletCgroupDriverFromCRI KubeletInUserNamespace KubeletPodResourcesDynamicResources KubeletPodResourcesGet
    KubeletSeparateDiskGC LocalStorageCapacityIsolationFSQuotaMonitoring LoggingAlphaOptions
    MatchLabelKeysInPodAffinity MaxUnavailableStatefulSet MemoryQoS MultiCIDRServiceAllocator NFTablesProxyMode
    PodAndContainerStatsFromCRI PortForwardWebsockets ProcMountType QOSReserved RecoverVolumeExpansionFailure
    RecursiveReadOnlyMounts RelaxedEnvironmentVariableValidation RetryGenerateName RuntimeClassInImageCriApi
    SELinuxMount ServiceAccountTokenNodeBinding ServiceTrafficDistribution StorageVersionAPI StorageVersionMigrator
    TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy UserNamespacesPodSecurityStandards
    VolumeAttributesClass VolumeCapacityPriority WatchList WinDSR WindowsHostNetwork`),
  beta: words(`
    CSIMigrationPortworx NodeLogQuery SchedulerQueueingHints UserNamespacesSupport
    WatchFromStorageWithoutResourceVersion`),
  deprecated: words(`
    AllowServiceLBStatusOnNonLB CSIMigrationRBD DefaultHostNetworkHostPortsInPodTemplates InTreePluginRBDUnregister
    KMSv1`),
}

/** The gates that are on by default; generally available ones are locked. */
const ON: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  beta: words(`
    APIResponseCompression APIServerIdentity APIServerTracing AnyVolumeDataSource AppArmor AppArmorFields
    CPUManagerPolicyBetaOptions CPUManagerPolicyOptions CRDValidationRatcheting ContainerCheckpoint ContextualLogging
    CronJobsScheduledAnnotation DevicePluginCDIDevices DisableCloudProviders DisableKubeletCloudCredentialProviders
    ElasticIndexedJob GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority ImageMaximumGCAge
    JobBackoffLimitPerIndex JobPodFailurePolicy JobPodReplacementPolicy KubeProxyDrainingTerminatingNodes
    KubeletTracing LoadBalancerIPMode LogarithmicScaleDown LoggingBetaOptions MatchLabelKeysInPodTopologySpread
    MemoryManager NodeInclusionPolicyInPodTopologySpread NodeSwap OpenAPIEnums PDBUnhealthyPodEvictionPolicy
    PersistentVolumeLastPhaseTransitionTime PodDeletionCost PodDisruptionConditions PodIndexLabel
    PodLifecycleSleepAction PodReadyToStartContainersCondition RotateKubeletServerCertificate
    SELinuxMountReadWriteOncePod SeparateCacheWatchRPC SeparateTaintEvictionController ServiceAccountTokenJTI
    ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo SidecarContainers SizeMemoryBackedVolumes
    StatefulSetAutoDeletePVC StatefulSetStartOrdinal StorageNamespaceIndex StorageVersionHash
    StructuredAuthenticationConfiguration StructuredAuthorizationConfiguration TopologyAwareHints
    TopologyManagerPolicyBetaOptions TopologyManagerPolicyOptions TranslateStreamCloseWebsocketRequests
    UnauthenticatedHTTP2DOSMitigation WinOverlay`),
  ga: words(`
    APIListChunking APIPriorityAndFairness AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint CPUManager
    CSINodeExpandSecret CloudDualStackNodeIPs ConsistentHTTPGetHandlers CustomResourceValidationExpressions
    EfficientWatchResumption HPAContainerMetrics JobReadyPods KMSv2 KMSv2KDF LegacyServiceAccountTokenCleanUp
    MinDomainsInPodTopologySpread NewVolumeManagerReconstruction NodeOutOfServiceVolumeDetach PodHostIPs
    PodSchedulingReadiness ReadWriteOncePod RemainingItemCount ServerSideApply ServerSideFieldValidation
    ServiceNodePortStaticSubrange StableLoadBalancerNodeSet ValidatingAdmissionPolicy WatchBookmark
    ZeroLimitedNominalConcurrencyShares`),
  deprecated: ['SkipReadOnlyValidationGCE'],
}

/** Generally available but not locked: kubelets in use rely on the switch. */
const UNLOCKED = 'ExecProbeTimeout'

const stages: ReadonlyMap<string, Stage> = new Map([
  ...[OFF, ON].flatMap((gates) =>
    Object.entries(gates).flatMap(([stage, names]) => names.map((name) => [name, stage as Stage] as const)),
  ),
  [UNLOCKED, 'ga'],
])

/** Gates that set all gates of a stage. */
const ALL = lookupTable<Stage>({ AllAlpha: 'alpha', AllBeta: 'beta' })

export interface FeatureGates {
  /** By name; other gates have their default. */
  readonly gates: Readonly<Record<string, boolean>>
  /** Warnings on start: gates that a later release removes. */
  readonly warnings: readonly string[]
}

/**
 * Reads `--feature-gates`. A removed gate is refused like an unknown one.
 * @throws FlagError in the real server's words
 */
export function readFeatureGates(pairs: readonly string[]): FeatureGates {
  const refuse = (why: string): never => {
    throw new FlagError(`invalid argument "${pairs.join(',')}" for "--feature-gates" flag: ${why}`)
  }
  const given: Record<string, boolean> = {}
  for (const pair of pairs) {
    const [name = '', value] = pair.split(/=([^]*)/, 2).map((part) => part.trim())
    if (value === undefined) return refuse(`missing bool value for ${name}`)
    given[name] =
      parseBool(value) ??
      refuse(
        `invalid value of ${name}=${value}, err: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
      )
  }
  const gates: Record<string, boolean> = {}
  const warnings: string[] = []
  for (const [name, on] of Object.entries(given)) {
    const all = ALL[name]
    if (all !== undefined) continue
    const stage = stages.get(name) ?? refuse(`unrecognized feature gate: ${name}`)
    if (stage === 'ga' && name !== UNLOCKED && !on)
      refuse(`cannot set feature gate ${name} to ${on}, feature is locked to true`)
    const shown = { ga: 'GA', deprecated: 'deprecated', alpha: '', beta: '' }[stage]
    if (shown !== '')
      warnings.push(`Setting ${shown} feature gate ${name}=${on}. It will be removed in a future release.`)
    gates[name] = on
  }
  for (const [name, stage] of Object.entries(ALL)) {
    const on = given[name]
    // An explicit gate overrides the gate of its stage.
    if (on !== undefined) for (const [gate, own] of stages) if (own === stage) gates[gate] ??= on
  }
  return { gates, warnings }
}

/** Go's `strconv.ParseBool`. */
export function parseBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined
}
