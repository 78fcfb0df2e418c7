import type { JsonObject } from '../../api/json.ts'
import type { Defaults } from '../notation/defaults.ts'
import { made, when } from '../notation/defaults.ts'
import { downwardItems } from './container-defaults.ts'

/** Octal 644. */
const FILE_MODE = 420

const isNameAlone = (volume: JsonObject): boolean =>
  Object.entries(volume).every(([field, value]) => field === 'name' || value === undefined || value === null)

/** Sources that pods and persistent volumes share. */
export const volumeSources: Defaults = {
  hostPath: { type: '' },
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
}

export const volume: Defaults = {
  emptyDir: when(isNameAlone, made()),
  ...volumeSources,
  secret: { defaultMode: FILE_MODE },
  configMap: { defaultMode: FILE_MODE },
  downwardAPI: { defaultMode: FILE_MODE, items: downwardItems },
  projected: {
    defaultMode: FILE_MODE,
    sources: { downwardAPI: { items: downwardItems }, serviceAccountToken: { expirationSeconds: 3600 } },
  },
  ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } },
}
