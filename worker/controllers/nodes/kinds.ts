import type { ResourceKind } from '../controller.ts'

export const PODS: ResourceKind = { group: '', version: 'v1', resource: 'pods' }
export const NODES: ResourceKind = { group: '', version: 'v1', resource: 'nodes' }
