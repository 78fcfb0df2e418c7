import { valueAt } from '../../resources/path.ts'
import type { ManagerController } from '../controller.ts'
import { REPLICATION_CONTROLLERS } from '../kinds.ts'
import { replicaController } from './replica-controller.ts'
import { labelsSelection } from './selection.ts'

/** Keeps spec.replicas pods for each replication controller. */
export const replicationControllers = {
  name: 'replicationcontroller-controller',
  alias: 'replicationcontroller',
  open: (context) =>
    replicaController(
      {
        resource: REPLICATION_CONTROLLERS,
        kind: 'ReplicationController',
        component: 'replication-controller',
        selection: (set) => labelsSelection(valueAt(set, 'spec.selector')),
      },
      context,
    ),
} satisfies ManagerController
