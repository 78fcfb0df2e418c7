import type { GroupVersionResource } from './client/group-version-resource.ts'

const kind = (group: string, resource: string): GroupVersionResource => ({ group, version: 'v1', resource })

export const PODS = kind('', 'pods')
export const NODES = kind('', 'nodes')
export const NAMESPACES = kind('', 'namespaces')
export const SERVICES = kind('', 'services')
export const ENDPOINTS = kind('', 'endpoints')
export const EVENTS = kind('', 'events')
export const SECRETS = kind('', 'secrets')
export const CONFIG_MAPS = kind('', 'configmaps')
export const SERVICE_ACCOUNTS = kind('', 'serviceaccounts')
export const PERSISTENT_VOLUME_CLAIMS = kind('', 'persistentvolumeclaims')
export const PERSISTENT_VOLUMES = kind('', 'persistentvolumes')
export const REPLICATION_CONTROLLERS = kind('', 'replicationcontrollers')

export const DEPLOYMENTS = kind('apps', 'deployments')
export const REPLICA_SETS = kind('apps', 'replicasets')
export const STATEFUL_SETS = kind('apps', 'statefulsets')
export const DAEMON_SETS = kind('apps', 'daemonsets')
export const CONTROLLER_REVISIONS = kind('apps', 'controllerrevisions')

export const JOBS = kind('batch', 'jobs')
export const CRON_JOBS = kind('batch', 'cronjobs')

export const ENDPOINT_SLICES = kind('discovery.{domain}', 'endpointslices')

export const LEASES = kind('coordination.{domain}', 'leases')

export const STORAGE_CLASSES = kind('storage.{domain}', 'storageclasses')
export const CSI_DRIVERS = kind('storage.{domain}', 'csidrivers')
export const VOLUME_ATTACHMENTS = kind('storage.{domain}', 'volumeattachments')

export const CERTIFICATE_SIGNING_REQUESTS = kind('certificates.{domain}', 'certificatesigningrequests')

export const API_SERVICES = kind('apiregistration.{domain}', 'apiservices')
