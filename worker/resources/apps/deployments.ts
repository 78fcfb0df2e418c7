import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, count, text } from '../columns.ts'
import { at, listAt, numberAt, textAt } from '../path.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { rollingUpdate } from '../rules/rolling-update.ts'
import { podNameWarnings } from '../rules/host-name.ts'
import type { Kind } from '../resource.ts'

const containers = (object: ApiObject, field: string): string =>
  listAt(object, 'spec.template.spec.containers')
    .map((container) => (isObject(container) ? textAt(container, field) : ''))
    .join(',')

function selector(object: ApiObject): string {
  const labels = at(object, 'spec.selector.matchLabels')
  const terms = isObject(labels) ? Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`) : []
  return terms.sort().join(',') || '<none>'
}

export const deployments = {
  resource: 'apps/deployments',
  defaults: {
    spec: {
      replicas: 1,
      template: podTemplate,
      strategy: rollingUpdate({ maxUnavailable: '25%', maxSurge: '25%' }),
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
  },
  behaviour: () => ({
    warnings: podNameWarnings,
    columns: [
      text(
        'Ready',
        'Number of the pod with ready state',
        (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`,
      ),
      count(
        'Up-to-date',
        'Total number of non-terminated pods targeted by this deployment that have the desired template spec.',
        'status.updatedReplicas',
      ),
      count(
        'Available',
        'Total number of available pods (ready for at least minReadySeconds) targeted by this deployment.',
        'status.availableReplicas',
      ),
      age,
      text('Containers', 'Names of each container in the template.', (object) => containers(object, 'name'), 1),
      text(
        'Images',
        'Images referenced by each container in the template.',
        (object) => containers(object, 'image'),
        1,
      ),
      text(
        'Selector',
        "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment. It must match the pod template's labels.",
        selector,
        1,
      ),
    ],
  }),
} satisfies Kind
