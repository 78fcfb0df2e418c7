import type { ResourceKind } from '../controller.ts'

const STORAGE = { group: 'storage.{domain}', version: 'v1' }

export const CLAIMS: ResourceKind = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }
export const VOLUMES: ResourceKind = { group: '', version: 'v1', resource: 'persistentvolumes' }
export const PODS: ResourceKind = { group: '', version: 'v1', resource: 'pods' }
export const NODES: ResourceKind = { group: '', version: 'v1', resource: 'nodes' }
export const CLASSES: ResourceKind = { ...STORAGE, resource: 'storageclasses' }
export const DRIVERS: ResourceKind = { ...STORAGE, resource: 'csidrivers' }
export const ATTACHMENTS: ResourceKind = { ...STORAGE, resource: 'volumeattachments' }
