import type { GroupVersionResource } from './client/group-version-resource.ts'

const v1 = (group: string, resource: string): GroupVersionResource => ({ group, version: 'v1', resource })

export const PODS = v1('', 'pods')
export const NODES = v1('', 'nodes')
export const NAMESPACES = v1('', 'namespaces')
export const SERVICES = v1('', 'services')
export const ENDPOINTS = v1('', 'endpoints')
export const EVENTS = v1('', 'events')
export const SECRETS = v1('', 'secrets')
export const CONFIG_MAPS = v1('', 'configmaps')
export const SERVICE_ACCOUNTS = v1('', 'serviceaccounts')
export const PERSISTENT_VOLUME_CLAIMS = v1('', 'persistentvolumeclaims')
export const PERSISTENT_VOLUMES = v1('', 'persistentvolumes')
export const REPLICATION_CONTROLLERS = v1('', 'replicationcontrollers')

export const DEPLOYMENTS = v1('apps', 'deployments')
export const REPLICA_SETS = v1('apps', 'replicasets')
export const STATEFUL_SETS = v1('apps', 'statefulsets')
export const DAEMON_SETS = v1('apps', 'daemonsets')
export const CONTROLLER_REVISIONS = v1('apps', 'controllerrevisions')

export const JOBS = v1('batch', 'jobs')
export const CRON_JOBS = v1('batch', 'cronjobs')

export const ENDPOINT_SLICES = v1('discovery.{domain}', 'endpointslices')

export const LEASES = v1('coordination.{domain}', 'leases')

export const STORAGE_CLASSES = v1('storage.{domain}', 'storageclasses')
export const CSI_DRIVERS = v1('storage.{domain}', 'csidrivers')
export const VOLUME_ATTACHMENTS = v1('storage.{domain}', 'volumeattachments')

export const CERTIFICATE_SIGNING_REQUESTS = v1('certificates.{domain}', 'certificatesigningrequests')

export const DEFINITIONS = v1('apiextensions.{domain}', 'customresourcedefinitions')
export const API_SERVICES = v1('apiregistration.{domain}', 'apiservices')
