import type { ApiObject } from '../api/object.ts'
import { hostNameWarnings } from './host-name.ts'
import { numberAt } from './path.ts'
import type { Kind } from './resource.ts'

/** Kinds that make pods named after themselves. */
export const podNameWarnings = (object: ApiObject, old: ApiObject | undefined): readonly string[] =>
  old === undefined ? hostNameWarnings(object, 'this is used in Pod names and hostnames') : []

const replicas = { 'status.replicas': (object: ApiObject): string => String(numberAt(object, 'status.replicas')) }

export const replicationControllers = {
  resource: 'replicationcontrollers',
  behaviour: () => ({ warnings: podNameWarnings, fieldSelectors: replicas }),
} satisfies Kind

export const replicaSets = {
  resource: 'apps/replicasets',
  behaviour: () => ({ warnings: podNameWarnings }),
} satisfies Kind
