import { isObject, type JsonObject } from '../../../worker/api/json.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { discover, type ResourceType } from '../../client/discovery.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { awaitedObject } from '../awaited-object.ts'

/** The type of a stored definition, which is served a moment later; undefined when it is not. */
export async function servedType(cluster: ClusterHandle, definition: JsonObject): Promise<ResourceType | undefined> {
  const { spec } = definition
  const { group = '', names } = isObject(spec) ? spec : {}
  const kind = isObject(names) ? String(names['kind']) : ''
  const { spell } = dialects[cluster.info.dialect]
  const collection = `/apis/${spell('apiextensions.{domain}')}/v1/customresourcedefinitions`
  await awaitedObject(cluster, definition, { collection, until: isJudged })
  return (await discover(cluster)).byKind(String(group), kind)
}

/** Whether the server has established the definition or refused its names. */
function isJudged({ status }: JsonObject): boolean {
  const conditions =
    isObject(status) && Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : []
  return conditions.some(
    (one) =>
      (one['type'] === 'Established' && one['status'] === 'True') ||
      (one['type'] === 'NamesAccepted' && one['status'] === 'False'),
  )
}
