import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { valueAt } from '../path.ts'

/** The labels of a controller's pod template: the default for its own labels and its selector. */
export function templateLabels(_holder: JsonObject, controller: ApiObject): Json | undefined {
  const labels = valueAt(controller, 'spec.template.metadata.labels')
  return isObject(labels) ? { ...labels } : undefined
}
