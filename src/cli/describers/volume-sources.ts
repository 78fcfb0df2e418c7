import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/**
 * The text of a volume source: its description, and a label, path and default for each field. The labels are kubectl's:
 * some have no colon, some end in a space.
 */
export interface SourceText {
  readonly type: string
  readonly fields: readonly (readonly [label: string, field: string, absent: string])[]
}

const readOnly = ['ReadOnly:', 'readOnly', 'false'] as const
const fsType = ['FSType:', 'fsType', ''] as const
const partition = ['Partition:', 'partition', '0'] as const
const secretRef = ['SecretRef:', 'secretRef', 'nil'] as const
const volumeID = ['VolumeID:', 'volumeID', ''] as const
const path = ['Path:', 'path', ''] as const

const scaleIO = [
  ['Gateway:', 'gateway', ''],
  ['System:', 'system', ''],
  ['Protection Domain:', 'protectionDomain', ''],
  ['Storage Pool:', 'storagePool', ''],
  ['Storage Mode:', 'storageMode', ''],
  ['VolumeName:', 'volumeName', ''],
] as const

/** The texts by the field that holds the source, in the order in which the fields are searched. */
export const VOLUME_SOURCES: Readonly<Record<string, SourceText>> = {
  hostPath: { type: 'HostPath (bare host directory volume)', fields: [path, ['HostPathType:', 'type', '<none>']] },
  emptyDir: {
    type: "EmptyDir (a temporary directory that shares a pod's lifetime)",
    fields: [
      ['Medium:', 'medium', ''],
      ['SizeLimit:', 'sizeLimit', '<unset>'],
    ],
  },
  gcePersistentDisk: {
    type: 'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    fields: [['PDName:', 'pdName', ''], fsType, partition, readOnly],
  },
  awsElasticBlockStore: {
    type: 'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    fields: [volumeID, fsType, partition, readOnly],
  },
  gitRepo: {
    type: 'GitRepo (a volume that is pulled from git when the pod is created)',
    fields: [
      ['Repository:', 'repository', ''],
      ['Revision:', 'revision', ''],
    ],
  },
  secret: {
    type: 'Secret (a volume populated by a Secret)',
    fields: [
      ['SecretName:', 'secretName', ''],
      ['Optional:', 'optional', 'false'],
    ],
  },
  configMap: {
    type: 'ConfigMap (a volume populated by a ConfigMap)',
    fields: [
      ['Name:', 'name', ''],
      ['Optional:', 'optional', 'false'],
    ],
  },
  nfs: {
    type: 'NFS (an NFS mount that lasts the lifetime of a pod)',
    fields: [['Server:', 'server', ''], path, readOnly],
  },
  iscsi: {
    type: "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
    fields: [
      ['TargetPortal:', 'targetPortal', ''],
      ['IQN:', 'iqn', ''],
      ['Lun:', 'lun', '0'],
      ['ISCSIInterface', 'iscsiInterface', ''],
      fsType,
      readOnly,
      ['Portals:', 'portals', '[]'],
      ['DiscoveryCHAPAuth:', 'chapAuthDiscovery', 'false'],
      ['SessionCHAPAuth:', 'chapAuthSession', 'false'],
      secretRef,
      ['InitiatorName:', 'initiatorName', '<none>'],
    ],
  },
  glusterfs: {
    type: "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    fields: [['EndpointsName:', 'endpoints', ''], path, readOnly],
  },
  persistentVolumeClaim: {
    type: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    fields: [['ClaimName:', 'claimName', ''], readOnly],
  },
  ephemeral: {
    type: 'EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
    fields: [],
  },
  rbd: {
    type: "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    fields: [
      ['CephMonitors:', 'monitors', '[]'],
      ['RBDImage:', 'image', ''],
      fsType,
      ['RBDPool:', 'pool', ''],
      ['RadosUser:', 'user', ''],
      ['Keyring:', 'keyring', ''],
      secretRef,
      readOnly,
    ],
  },
  quobyte: {
    type: "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
    fields: [['Registry:', 'registry', ''], ['Volume:', 'volume', ''], readOnly],
  },
  downwardAPI: { type: 'DownwardAPI (a volume populated by information about the pod)', fields: [] },
  azureDisk: {
    type: 'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
    fields: [
      ['DiskName:', 'diskName', ''],
      ['DiskURI:', 'diskURI', ''],
      ['Kind: ', 'kind', ''],
      fsType,
      ['CachingMode:', 'cachingMode', ''],
      readOnly,
    ],
  },
  vsphereVolume: {
    type: 'vSphereVolume (a Persistent Disk resource in vSphere)',
    fields: [['VolumePath:', 'volumePath', ''], fsType, ['StoragePolicyName:', 'storagePolicyName', '']],
  },
  cinder: {
    type: 'Cinder (a Persistent Disk resource in OpenStack)',
    fields: [volumeID, fsType, readOnly, secretRef],
  },
  photonPersistentDisk: {
    type: 'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
    fields: [['PdID:', 'pdID', ''], fsType],
  },
  portworxVolume: { type: 'PortworxVolume (a Portworx Volume resource)', fields: [volumeID] },
  scaleIO: {
    type: 'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
    fields: [...scaleIO, fsType, readOnly],
  },
  local: { type: 'LocalVolume (a persistent volume backed by local storage on a node)', fields: [path] },
  cephfs: {
    type: "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    fields: [
      ['Monitors:', 'monitors', '[]'],
      path,
      ['User:', 'user', ''],
      ['SecretFile:', 'secretFile', ''],
      secretRef,
      readOnly,
    ],
  },
  storageos: {
    type: 'StorageOS (a StorageOS Persistent Disk resource)',
    fields: [['VolumeName:', 'volumeName', ''], ['VolumeNamespace:', 'volumeNamespace', ''], fsType, readOnly],
  },
  fc: {
    type: 'FC (a Fibre Channel disk)',
    fields: [['TargetWWNs:', 'targetWWNs', ''], ['LUN:', 'lun', '<none>'], fsType, readOnly],
  },
  azureFile: {
    type: 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    fields: [['SecretName:', 'secretName', ''], ['ShareName:', 'shareName', ''], readOnly],
  },
  flexVolume: {
    type: 'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
    fields: [['Driver:', 'driver', ''], fsType, secretRef, readOnly, ['Options:', 'options', 'map[]']],
  },
  flocker: {
    type: 'Flocker (a Flocker volume mounted by the Flocker agent)',
    fields: [
      ['DatasetName:', 'datasetName', ''],
      ['DatasetUUID:', 'datasetUUID', ''],
    ],
  },
  projected: { type: 'Projected (a volume that contains injected data from multiple sources)', fields: [] },
  csi: {
    type: 'CSI (a Container Storage Interface (CSI) volume source)',
    fields: [['Driver:', 'driver', ''], fsType, readOnly],
  },
}

/** The sources that have more fields in a persistent volume than in a pod's volume. */
export const PERSISTENT_FIELDS = lookupTable<SourceText['fields']>({
  glusterfs: [
    ['EndpointsName:', 'endpoints', ''],
    ['EndpointsNamespace:', 'endpointsNamespace', '<unset>'],
    path,
    readOnly,
  ],
  azureFile: [
    ['SecretName:', 'secretName', ''],
    ['SecretNamespace:', 'secretNamespace', ''],
    ['ShareName:', 'shareName', ''],
    readOnly,
  ],
  scaleIO: [
    ...scaleIO,
    ['SecretName:', 'secretRef.name', ''],
    ['SecretNamespace:', 'secretRef.namespace', ''],
    fsType,
    readOnly,
  ],
  csi: [['Driver:', 'driver', ''], fsType, ['VolumeHandle:', 'volumeHandle', ''], readOnly],
})
