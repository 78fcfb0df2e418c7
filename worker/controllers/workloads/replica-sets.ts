import { valueAt } from '../../resources/path.ts'
import type { ManagerController } from '../controller.ts'
import { REPLICA_SETS } from '../kinds.ts'
import { replicaController } from './replica-controller.ts'
import { selectionOf } from './selection.ts'

/** Keeps spec.replicas pods for each replica set. */
export const replicaSets = {
  name: 'replicaset-controller',
  alias: 'replicaset',
  open: (context) =>
    replicaController(
      {
        resource: REPLICA_SETS,
        kind: 'ReplicaSet',
        component: 'replicaset-controller',
        selection: (set) => selectionOf(valueAt(set, 'spec.selector')),
      },
      context,
    ),
} satisfies ManagerController
