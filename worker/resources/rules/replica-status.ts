import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'
import { counts, notOver } from './status-counts.ts'

/** The status of a replica set or replication controller. */
export const replicaStatus: readonly Rule[] = [
  at(
    'status',
    counts('replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'),
    notOver('replicas', 'status.replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'),
    notOver('readyReplicas', 'readyReplicas', 'availableReplicas'),
  ),
]
