import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, integer, text } from '../columns.ts'
import { listAt, textAt } from '../path.ts'
import type { Column } from '../behaviour.ts'

const joined =
  (template: string, field: string) =>
  (object: ApiObject): string =>
    listAt(object, `${template}.spec.containers`)
      .map((container) => (isObject(container) ? textAt(container, field) : ''))
      .join(',')

/** The containers of a kind's pod template. */
export const templateColumns = (template: string, priority = 1): readonly Column[] => [
  text('Containers', 'Names of each container in the template.', joined(template, 'name'), priority),
  text('Images', 'Images referenced by each container in the template.', joined(template, 'image'), priority),
]

const COUNTED = 'More info: https://{labels}/docs/concepts/workloads/controllers/replicationcontroller'

interface Replicas {
  /** The name of the kind in the descriptions. */
  readonly what: string
  /** The anchor in the page of the documentation. */
  readonly anchor: string
  readonly selector: Column
}

/** The columns of a kind that keeps a number of pods. */
export const replicaColumns = ({ what, anchor, selector }: Replicas): readonly Column[] => [
  integer(
    'Desired',
    `Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. ${COUNTED}${anchor}`,
    'spec.replicas',
  ),
  integer(
    'Current',
    `Replicas is the most recently observed number of replicas. ${COUNTED}${anchor}`,
    'status.replicas',
  ),
  integer('Ready', `The number of ready replicas for this ${what}.`, 'status.readyReplicas'),
  age,
  ...templateColumns('spec.template'),
  selector,
]
