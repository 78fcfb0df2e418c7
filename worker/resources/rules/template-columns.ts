import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { text } from '../columns.ts'
import { listAt, textAt } from '../path.ts'
import type { Column } from '../resource.ts'

const joined =
  (template: string, field: string) =>
  (object: ApiObject): string =>
    listAt(object, `${template}.spec.containers`)
      .map((container) => (isObject(container) ? textAt(container, field) : ''))
      .join(',')

/** The containers of the pods that a kind makes. */
export const templateColumns = (template: string, priority = 1): readonly Column[] => [
  text('Containers', 'Names of each container in the template.', joined(template, 'name'), priority),
  text('Images', 'Images referenced by each container in the template.', joined(template, 'image'), priority),
]
