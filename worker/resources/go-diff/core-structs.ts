import { lookupTable } from '../../runtime/lookup-table.ts'

/**
 * The structs of the real server's internal core group that messages print, with their fields in the order of declaration. A
 * field is `Name Type`, or `Name:json Type` when the API's name is not the Go name in lower camel case. `+Type` is an embedded
 * struct, whose fields are fields of the outer object in the API. A named type that is declared neither here nor in
 * `foreign-structs.ts` is a string, unless `go-type.ts` gives it another kind.
 */
export const CORE_STRUCTS = lookupTable<string>({
  AWSElasticBlockStoreVolumeSource: 'VolumeID string, FSType:fsType string, Partition int32, ReadOnly bool',
  Affinity: 'NodeAffinity *NodeAffinity, PodAffinity *PodAffinity, PodAntiAffinity *PodAntiAffinity',
  AppArmorProfile: 'Type AppArmorProfileType, LocalhostProfile *string',
  AzureDiskVolumeSource:
    'DiskName string, DataDiskURI:diskURI string, CachingMode *AzureDataDiskCachingMode, FSType:fsType *string, ReadOnly *bool, Kind *AzureDataDiskKind',
  AzureFilePersistentVolumeSource: 'SecretName string, ShareName string, ReadOnly bool, SecretNamespace *string',
  AzureFileVolumeSource: 'SecretName string, ShareName string, ReadOnly bool',
  CSIPersistentVolumeSource:
    'Driver string, VolumeHandle string, ReadOnly bool, FSType:fsType string, VolumeAttributes map[string]string, ControllerPublishSecretRef *SecretReference, NodeStageSecretRef *SecretReference, NodePublishSecretRef *SecretReference, ControllerExpandSecretRef *SecretReference, NodeExpandSecretRef *SecretReference',
  CSIVolumeSource:
    'Driver string, ReadOnly *bool, FSType:fsType *string, VolumeAttributes map[string]string, NodePublishSecretRef *LocalObjectReference',
  Capabilities: 'Add []Capability, Drop []Capability',
  CephFSPersistentVolumeSource:
    'Monitors []string, Path string, User string, SecretFile string, SecretRef *SecretReference, ReadOnly bool',
  CephFSVolumeSource:
    'Monitors []string, Path string, User string, SecretFile string, SecretRef *LocalObjectReference, ReadOnly bool',
  CinderPersistentVolumeSource: 'VolumeID string, FSType:fsType string, ReadOnly bool, SecretRef *SecretReference',
  CinderVolumeSource: 'VolumeID string, FSType:fsType string, ReadOnly bool, SecretRef *LocalObjectReference',
  ClaimSource: 'ResourceClaimName *string, ResourceClaimTemplateName *string',
  ClusterTrustBundleProjection:
    'Name *string, SignerName *string, LabelSelector *metav1.LabelSelector, Optional *bool, Path string',
  ConfigMapEnvSource: '+LocalObjectReference, Optional *bool',
  ConfigMapKeySelector: '+LocalObjectReference, Key string, Optional *bool',
  ConfigMapProjection: '+LocalObjectReference, Items []KeyToPath, Optional *bool',
  ConfigMapVolumeSource: '+LocalObjectReference, Items []KeyToPath, DefaultMode *int32, Optional *bool',
  Container:
    'Name string, Image string, Command []string, Args []string, WorkingDir string, Ports []ContainerPort, EnvFrom []EnvFromSource, Env []EnvVar, Resources ResourceRequirements, ResizePolicy []ContainerResizePolicy, RestartPolicy *ContainerRestartPolicy, VolumeMounts []VolumeMount, VolumeDevices []VolumeDevice, LivenessProbe *Probe, ReadinessProbe *Probe, StartupProbe *Probe, Lifecycle *Lifecycle, TerminationMessagePath string, TerminationMessagePolicy TerminationMessagePolicy, ImagePullPolicy PullPolicy, SecurityContext *SecurityContext, Stdin bool, StdinOnce bool, TTY:tty bool',
  ContainerPort: 'Name string, HostPort int32, ContainerPort int32, Protocol Protocol, HostIP string',
  ContainerResizePolicy: 'ResourceName ResourceName, RestartPolicy ResourceResizeRestartPolicy',
  DownwardAPIProjection: 'Items []DownwardAPIVolumeFile',
  DownwardAPIVolumeFile:
    'Path string, FieldRef *ObjectFieldSelector, ResourceFieldRef *ResourceFieldSelector, Mode *int32',
  DownwardAPIVolumeSource: 'Items []DownwardAPIVolumeFile, DefaultMode *int32',
  EmptyDirVolumeSource: 'Medium StorageMedium, SizeLimit *resource.Quantity',
  EnvFromSource: 'Prefix string, ConfigMapRef *ConfigMapEnvSource, SecretRef *SecretEnvSource',
  EnvVar: 'Name string, Value string, ValueFrom *EnvVarSource',
  EnvVarSource:
    'FieldRef *ObjectFieldSelector, ResourceFieldRef *ResourceFieldSelector, ConfigMapKeyRef *ConfigMapKeySelector, SecretKeyRef *SecretKeySelector',
  EphemeralContainer: '+EphemeralContainerCommon, TargetContainerName string',
  EphemeralContainerCommon:
    'Name string, Image string, Command []string, Args []string, WorkingDir string, Ports []ContainerPort, EnvFrom []EnvFromSource, Env []EnvVar, Resources ResourceRequirements, ResizePolicy []ContainerResizePolicy, RestartPolicy *ContainerRestartPolicy, VolumeMounts []VolumeMount, VolumeDevices []VolumeDevice, LivenessProbe *Probe, ReadinessProbe *Probe, StartupProbe *Probe, Lifecycle *Lifecycle, TerminationMessagePath string, TerminationMessagePolicy TerminationMessagePolicy, ImagePullPolicy PullPolicy, SecurityContext *SecurityContext, Stdin bool, StdinOnce bool, TTY:tty bool',
  EphemeralVolumeSource: 'VolumeClaimTemplate *PersistentVolumeClaimTemplate',
  ExecAction: 'Command []string',
  FCVolumeSource: 'TargetWWNs []string, Lun *int32, FSType:fsType string, ReadOnly bool, WWIDs:wwids []string',
  FlexPersistentVolumeSource:
    'Driver string, FSType:fsType string, SecretRef *SecretReference, ReadOnly bool, Options map[string]string',
  FlexVolumeSource:
    'Driver string, FSType:fsType string, SecretRef *LocalObjectReference, ReadOnly bool, Options map[string]string',
  FlockerVolumeSource: 'DatasetName string, DatasetUUID string',
  GCEPersistentDiskVolumeSource: 'PDName:pdName string, FSType:fsType string, Partition int32, ReadOnly bool',
  GRPCAction: 'Port int32, Service *string',
  GitRepoVolumeSource: 'Repository string, Revision string, Directory string',
  GlusterfsPersistentVolumeSource:
    'EndpointsName:endpoints string, Path string, ReadOnly bool, EndpointsNamespace *string',
  GlusterfsVolumeSource: 'EndpointsName:endpoints string, Path string, ReadOnly bool',
  HTTPGetAction:
    'Path string, Port intstr.IntOrString, Host string, Scheme URIScheme, HTTPHeaders:httpHeaders []HTTPHeader',
  HTTPHeader: 'Name string, Value string',
  HostAlias: 'IP:ip string, Hostnames []string',
  HostPathVolumeSource: 'Path string, Type *HostPathType',
  ISCSIPersistentVolumeSource:
    'TargetPortal string, IQN:iqn string, Lun int32, ISCSIInterface:iscsiInterface string, FSType:fsType string, ReadOnly bool, Portals []string, DiscoveryCHAPAuth:chapAuthDiscovery bool, SessionCHAPAuth:chapAuthSession bool, SecretRef *SecretReference, InitiatorName *string',
  ISCSIVolumeSource:
    'TargetPortal string, IQN:iqn string, Lun int32, ISCSIInterface:iscsiInterface string, FSType:fsType string, ReadOnly bool, Portals []string, DiscoveryCHAPAuth:chapAuthDiscovery bool, SessionCHAPAuth:chapAuthSession bool, SecretRef *LocalObjectReference, InitiatorName *string',
  KeyToPath: 'Key string, Path string, Mode *int32',
  Lifecycle: 'PostStart *LifecycleHandler, PreStop *LifecycleHandler',
  LifecycleHandler:
    'Exec *ExecAction, HTTPGet:httpGet *HTTPGetAction, TCPSocket:tcpSocket *TCPSocketAction, Sleep *SleepAction',
  LocalObjectReference: 'Name string',
  LocalVolumeSource: 'Path string, FSType:fsType *string',
  NFSVolumeSource: 'Server string, Path string, ReadOnly bool',
  NodeAffinity:
    'RequiredDuringSchedulingIgnoredDuringExecution *NodeSelector, PreferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm',
  NodeSelector: 'NodeSelectorTerms []NodeSelectorTerm',
  NodeSelectorRequirement: 'Key string, Operator NodeSelectorOperator, Values []string',
  NodeSelectorTerm: 'MatchExpressions []NodeSelectorRequirement, MatchFields []NodeSelectorRequirement',
  ObjectFieldSelector: 'APIVersion:apiVersion string, FieldPath string',
  ObjectReference:
    'Kind string, Namespace string, Name string, UID:uid types.UID, APIVersion:apiVersion string, ResourceVersion string, FieldPath string',
  PersistentVolumeClaim:
    '+metav1.TypeMeta, +metav1.ObjectMeta, Spec PersistentVolumeClaimSpec, Status PersistentVolumeClaimStatus',
  PersistentVolumeClaimStatus:
    'Phase PersistentVolumeClaimPhase, AccessModes []PersistentVolumeAccessMode, Capacity ResourceList, Conditions []PersistentVolumeClaimCondition, AllocatedResources ResourceList, AllocatedResourceStatuses map[ResourceName]ClaimResourceStatus, CurrentVolumeAttributesClassName *string, ModifyVolumeStatus *ModifyVolumeStatus',
  PersistentVolumeClaimCondition:
    'Type PersistentVolumeClaimConditionType, Status ConditionStatus, LastProbeTime metav1.Time, LastTransitionTime metav1.Time, Reason string, Message string',
  ModifyVolumeStatus: 'TargetVolumeAttributesClassName string, Status PersistentVolumeClaimModifyVolumeStatus',
  PersistentVolumeClaimSpec:
    'AccessModes []PersistentVolumeAccessMode, Selector *metav1.LabelSelector, Resources VolumeResourceRequirements, VolumeName string, StorageClassName *string, VolumeMode *PersistentVolumeMode, DataSource *TypedLocalObjectReference, DataSourceRef *TypedObjectReference, VolumeAttributesClassName *string',
  PersistentVolumeClaimTemplate: '+metav1.ObjectMeta, Spec PersistentVolumeClaimSpec',
  PersistentVolumeClaimVolumeSource: 'ClaimName string, ReadOnly bool',
  PersistentVolumeSource:
    'GCEPersistentDisk:gcePersistentDisk *GCEPersistentDiskVolumeSource, AWSElasticBlockStore:awsElasticBlockStore *AWSElasticBlockStoreVolumeSource, HostPath *HostPathVolumeSource, Glusterfs *GlusterfsPersistentVolumeSource, NFS:nfs *NFSVolumeSource, RBD:rbd *RBDPersistentVolumeSource, Quobyte *QuobyteVolumeSource, ISCSI:iscsi *ISCSIPersistentVolumeSource, FlexVolume *FlexPersistentVolumeSource, Cinder *CinderPersistentVolumeSource, CephFS:cephfs *CephFSPersistentVolumeSource, FC:fc *FCVolumeSource, Flocker *FlockerVolumeSource, AzureFile *AzureFilePersistentVolumeSource, VsphereVolume *VsphereVirtualDiskVolumeSource, AzureDisk *AzureDiskVolumeSource, PhotonPersistentDisk *PhotonPersistentDiskVolumeSource, PortworxVolume *PortworxVolumeSource, ScaleIO *ScaleIOPersistentVolumeSource, Local *LocalVolumeSource, StorageOS:storageos *StorageOSPersistentVolumeSource, CSI:csi *CSIPersistentVolumeSource',
  PhotonPersistentDiskVolumeSource: 'PdID string, FSType:fsType string',
  PodAffinity:
    'RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm, PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm',
  PodAffinityTerm:
    'LabelSelector *metav1.LabelSelector, Namespaces []string, TopologyKey string, NamespaceSelector *metav1.LabelSelector, MatchLabelKeys []string, MismatchLabelKeys []string',
  PodAntiAffinity:
    'RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm, PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm',
  PodDNSConfig: 'Nameservers []string, Searches []string, Options []PodDNSConfigOption',
  PodDNSConfigOption: 'Name string, Value *string',
  PodOS: 'Name OSName',
  PodReadinessGate: 'ConditionType PodConditionType',
  PodResourceClaim: 'Name string, Source ClaimSource',
  PodSchedulingGate: 'Name string',
  PodSecurityContext:
    'HostNetwork bool, HostPID bool, HostIPC bool, ShareProcessNamespace *bool, HostUsers *bool, SELinuxOptions:seLinuxOptions *SELinuxOptions, WindowsOptions *WindowsSecurityContextOptions, RunAsUser *int64, RunAsGroup *int64, RunAsNonRoot *bool, SupplementalGroups []int64, FSGroup:fsGroup *int64, FSGroupChangePolicy:fsGroupChangePolicy *PodFSGroupChangePolicy, Sysctls []Sysctl, SeccompProfile *SeccompProfile, AppArmorProfile *AppArmorProfile',
  PodSpec:
    'Volumes []Volume, InitContainers []Container, Containers []Container, EphemeralContainers []EphemeralContainer, RestartPolicy RestartPolicy, TerminationGracePeriodSeconds *int64, ActiveDeadlineSeconds *int64, DNSPolicy:dnsPolicy DNSPolicy, NodeSelector map[string]string, ServiceAccountName string, AutomountServiceAccountToken *bool, NodeName string, SecurityContext *PodSecurityContext, ImagePullSecrets []LocalObjectReference, Hostname string, Subdomain string, SetHostnameAsFQDN *bool, Affinity *Affinity, SchedulerName string, Tolerations []Toleration, HostAliases []HostAlias, PriorityClassName string, Priority *int32, PreemptionPolicy *PreemptionPolicy, DNSConfig:dnsConfig *PodDNSConfig, ReadinessGates []PodReadinessGate, RuntimeClassName *string, Overhead ResourceList, EnableServiceLinks *bool, TopologySpreadConstraints []TopologySpreadConstraint, OS:os *PodOS, SchedulingGates []PodSchedulingGate, ResourceClaims []PodResourceClaim',
  PortworxVolumeSource: 'VolumeID string, FSType:fsType string, ReadOnly bool',
  PreferredSchedulingTerm: 'Weight int32, Preference NodeSelectorTerm',
  Probe:
    '+ProbeHandler, InitialDelaySeconds int32, TimeoutSeconds int32, PeriodSeconds int32, SuccessThreshold int32, FailureThreshold int32, TerminationGracePeriodSeconds *int64',
  ProbeHandler:
    'Exec *ExecAction, HTTPGet:httpGet *HTTPGetAction, TCPSocket:tcpSocket *TCPSocketAction, GRPC:grpc *GRPCAction',
  ProjectedVolumeSource: 'Sources []VolumeProjection, DefaultMode *int32',
  QuobyteVolumeSource: 'Registry string, Volume string, ReadOnly bool, User string, Group string, Tenant string',
  RBDPersistentVolumeSource:
    'CephMonitors:monitors []string, RBDImage:image string, FSType:fsType string, RBDPool:pool string, RadosUser:user string, Keyring string, SecretRef *SecretReference, ReadOnly bool',
  RBDVolumeSource:
    'CephMonitors:monitors []string, RBDImage:image string, FSType:fsType string, RBDPool:pool string, RadosUser:user string, Keyring string, SecretRef *LocalObjectReference, ReadOnly bool',
  ResourceClaim: 'Name string',
  ResourceFieldSelector: 'ContainerName string, Resource string, Divisor resource.Quantity',
  ResourceRequirements: 'Limits ResourceList, Requests ResourceList, Claims []ResourceClaim',
  SELinuxOptions: 'User string, Role string, Type string, Level string',
  ScaleIOPersistentVolumeSource:
    'Gateway string, System string, SecretRef *SecretReference, SSLEnabled:sslEnabled bool, ProtectionDomain string, StoragePool string, StorageMode string, VolumeName string, FSType:fsType string, ReadOnly bool',
  ScaleIOVolumeSource:
    'Gateway string, System string, SecretRef *LocalObjectReference, SSLEnabled:sslEnabled bool, ProtectionDomain string, StoragePool string, StorageMode string, VolumeName string, FSType:fsType string, ReadOnly bool',
  SeccompProfile: 'Type SeccompProfileType, LocalhostProfile *string',
  SecretEnvSource: '+LocalObjectReference, Optional *bool',
  SecretKeySelector: '+LocalObjectReference, Key string, Optional *bool',
  SecretProjection: '+LocalObjectReference, Items []KeyToPath, Optional *bool',
  SecretReference: 'Name string, Namespace string',
  SecretVolumeSource: 'SecretName string, Items []KeyToPath, DefaultMode *int32, Optional *bool',
  SecurityContext:
    'Capabilities *Capabilities, Privileged *bool, SELinuxOptions:seLinuxOptions *SELinuxOptions, WindowsOptions *WindowsSecurityContextOptions, RunAsUser *int64, RunAsGroup *int64, RunAsNonRoot *bool, ReadOnlyRootFilesystem *bool, AllowPrivilegeEscalation *bool, ProcMount *ProcMountType, SeccompProfile *SeccompProfile, AppArmorProfile *AppArmorProfile',
  ServiceAccountTokenProjection: 'Audience string, ExpirationSeconds int64, Path string',
  SleepAction: 'Seconds int64',
  StorageOSPersistentVolumeSource:
    'VolumeName string, VolumeNamespace string, FSType:fsType string, ReadOnly bool, SecretRef *ObjectReference',
  StorageOSVolumeSource:
    'VolumeName string, VolumeNamespace string, FSType:fsType string, ReadOnly bool, SecretRef *LocalObjectReference',
  Sysctl: 'Name string, Value string',
  TCPSocketAction: 'Port intstr.IntOrString, Host string',
  Toleration: 'Key string, Operator TolerationOperator, Value string, Effect TaintEffect, TolerationSeconds *int64',
  TopologySpreadConstraint:
    'MaxSkew int32, TopologyKey string, WhenUnsatisfiable UnsatisfiableConstraintAction, LabelSelector *metav1.LabelSelector, MinDomains *int32, NodeAffinityPolicy *NodeInclusionPolicy, NodeTaintsPolicy *NodeInclusionPolicy, MatchLabelKeys []string',
  TypedLocalObjectReference: 'APIGroup:apiGroup *string, Kind string, Name string',
  TypedObjectReference: 'APIGroup:apiGroup *string, Kind string, Name string, Namespace *string',
  Volume: 'Name string, +VolumeSource',
  VolumeDevice: 'Name string, DevicePath string',
  VolumeMount:
    'Name string, ReadOnly bool, RecursiveReadOnly *RecursiveReadOnlyMode, MountPath string, SubPath string, MountPropagation *MountPropagationMode, SubPathExpr string',
  VolumeProjection:
    'Secret *SecretProjection, DownwardAPI *DownwardAPIProjection, ConfigMap *ConfigMapProjection, ServiceAccountToken *ServiceAccountTokenProjection, ClusterTrustBundle *ClusterTrustBundleProjection',
  VolumeResourceRequirements: 'Limits ResourceList, Requests ResourceList',
  VolumeSource:
    'HostPath *HostPathVolumeSource, EmptyDir *EmptyDirVolumeSource, GCEPersistentDisk:gcePersistentDisk *GCEPersistentDiskVolumeSource, AWSElasticBlockStore:awsElasticBlockStore *AWSElasticBlockStoreVolumeSource, GitRepo *GitRepoVolumeSource, Secret *SecretVolumeSource, NFS:nfs *NFSVolumeSource, ISCSI:iscsi *ISCSIVolumeSource, Glusterfs *GlusterfsVolumeSource, PersistentVolumeClaim *PersistentVolumeClaimVolumeSource, RBD:rbd *RBDVolumeSource, Quobyte *QuobyteVolumeSource, FlexVolume *FlexVolumeSource, Cinder *CinderVolumeSource, CephFS:cephfs *CephFSVolumeSource, Flocker *FlockerVolumeSource, DownwardAPI *DownwardAPIVolumeSource, FC:fc *FCVolumeSource, AzureFile *AzureFileVolumeSource, ConfigMap *ConfigMapVolumeSource, VsphereVolume *VsphereVirtualDiskVolumeSource, AzureDisk *AzureDiskVolumeSource, PhotonPersistentDisk *PhotonPersistentDiskVolumeSource, Projected *ProjectedVolumeSource, PortworxVolume *PortworxVolumeSource, ScaleIO *ScaleIOVolumeSource, StorageOS:storageos *StorageOSVolumeSource, CSI:csi *CSIVolumeSource, Ephemeral *EphemeralVolumeSource',
  VsphereVirtualDiskVolumeSource:
    'VolumePath string, FSType:fsType string, StoragePolicyName string, StoragePolicyID string',
  WeightedPodAffinityTerm: 'Weight int32, PodAffinityTerm PodAffinityTerm',
  WindowsSecurityContextOptions:
    'GMSACredentialSpecName:gmsaCredentialSpecName *string, GMSACredentialSpec:gmsaCredentialSpec *string, RunAsUserName *string, HostProcess *bool',
})
