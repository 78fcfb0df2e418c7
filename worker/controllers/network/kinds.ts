import type { ResourceKind } from '../controller.ts'

export const SERVICES: ResourceKind = { group: '', version: 'v1', resource: 'services' }
export const ENDPOINTS: ResourceKind = { group: '', version: 'v1', resource: 'endpoints' }
export const PODS: ResourceKind = { group: '', version: 'v1', resource: 'pods' }
export const NODES: ResourceKind = { group: '', version: 'v1', resource: 'nodes' }
export const SLICES: ResourceKind = { group: 'discovery.{domain}', version: 'v1', resource: 'endpointslices' }
