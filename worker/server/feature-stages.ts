/** The maturity of a feature (reference/versions.md 2). */
export type FeatureStage = 'alpha' | 'beta' | 'ga' | 'deprecated'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** The gates of 1.30 that are off by default. */
const OFF: Readonly<Partial<Record<FeatureStage, readonly string[]>>> = {
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
const ON: Readonly<Partial<Record<FeatureStage, readonly string[]>>> = {
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

/** The gate that is generally available but not locked, because kubelets in use rely on the switch. */
export const UNLOCKED_GATE = 'ExecProbeTimeout'

/** The stage of each gate, by the name of the gate. */
export const FEATURE_STAGES: ReadonlyMap<string, FeatureStage> = new Map([
  ...[OFF, ON].flatMap((gates) =>
    Object.entries(gates).flatMap(([stage, names]) => names.map((name) => [name, stage as FeatureStage] as const)),
  ),
  [UNLOCKED_GATE, 'ga'],
])
