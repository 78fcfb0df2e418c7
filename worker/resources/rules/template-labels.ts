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
 * Copies the labels of the pod template to a controller that has none, in place. The real server applies this default again
 * after it has prepared the object, because a job may have received generated pod labels, and a write of the status may have
 * removed the labels. Returns whether it copied labels.
 */
export function copyTemplateLabels(controller: ApiObject): boolean {
  const labels = templateLabels({}, controller)
  if (!isObject(labels) || !controller.metadata || Object.keys(controller.metadata.labels ?? {}).length > 0)
    return false
  controller.metadata.labels = labels as { [key: string]: string }
  return true
}
