import { isObject, objectOrEmpty, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { valueAt } from '../../resources/path.ts'
import type { PodForm } from './check.ts'

/** The resources that have a pod template, as `resource.group`, with the path of the template. */
export const POD_TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['replicationcontrollers', 'spec.template'],
  ['podtemplates', 'template'],
  ['replicasets.apps', 'spec.template'],
  ['deployments.apps', 'spec.template'],
  ['statefulsets.apps', 'spec.template'],
  ['daemonsets.apps', 'spec.template'],
  ['jobs.batch', 'spec.template'],
  ['cronjobs.batch', 'spec.jobTemplate.spec.template'],
])

/** The pod, or the pod template at a path of a workload. Undefined without a template, which is optional in some kinds. */
export function podForm(object: JsonObject | undefined, path?: string): PodForm | undefined {
  const form = path === undefined || object === undefined ? object : valueAt(object, path)
  if (!isObject(form)) return undefined
  const { metadata, spec } = form as ApiObject
  return { metadata: metadata ?? {}, spec: objectOrEmpty(spec) }
}
