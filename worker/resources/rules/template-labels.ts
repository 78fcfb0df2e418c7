import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { valueAt } from '../path.ts'

/** The labels of a controller's pod template: the default for its own labels and its selector. */
export function templateLabels(_holder: JsonObject, controller: ApiObject): Json | undefined {
  const labels = valueAt(controller, 'spec.template.metadata.labels')
  return isObject(labels) ? { ...labels } : undefined
}

/**
 * Gives a controller without labels those of its pods, in place: a job whose pods received generated labels, or an object
 * whose status was written without labels. Returns false when nothing was filled.
 */
export function labelsOfPods(controller: ApiObject): boolean {
  const labels = templateLabels({}, controller)
  if (!isObject(labels) || !controller.metadata || Object.keys(controller.metadata.labels ?? {}).length > 0)
    return false
  controller.metadata.labels = labels as { [key: string]: string }
  return true
}
