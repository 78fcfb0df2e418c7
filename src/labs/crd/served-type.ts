import { isObject, type JsonObject } from '../../../worker/api/json.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { discover, type ResourceType } from '../../client/discovery.ts'
import { jsonLines, type WatchEvent } from '../../client/watch-stream.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { LAB_AGENT } from '../lab-request.ts'

const LONGEST_WAIT_S = 10

/** The type of a stored definition, which is served a moment later; undefined when it is not. */
export async function servedType(cluster: ClusterHandle, definition: JsonObject): Promise<ResourceType | undefined> {
  const { spec } = definition
  const { group = '', names } = isObject(spec) ? spec : {}
  const kind = isObject(names) ? String(names['kind']) : ''
  await judged(cluster, definition)
  return (await discover(cluster)).byKind(String(group), kind)
}

/** Waits until the server has established the definition or refused its names, for ten seconds at most. */
async function judged(cluster: ClusterHandle, definition: JsonObject): Promise<void> {
  if (isJudged(definition)) return
  const { name, resourceVersion } = isObject(definition['metadata']) ? definition['metadata'] : {}
  const query = new URLSearchParams({
    watch: 'true',
    fieldSelector: `metadata.name=${String(name)}`,
    resourceVersion: String(resourceVersion),
    timeoutSeconds: String(LONGEST_WAIT_S),
  })
  const { spell } = dialects[cluster.info.dialect]
  const path = `/apis/${spell('apiextensions.{domain}')}/v1/customresourcedefinitions?${query}`
  const { body } = await cluster.fetch(path, { headers: { 'User-Agent': LAB_AGENT } })
  if (body === null) return
  for await (const events of jsonLines<WatchEvent<JsonObject>>(body))
    if (events.some(({ object }) => isJudged(object))) return
}

function isJudged({ status }: JsonObject): boolean {
  const conditions =
    isObject(status) && Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : []
  return conditions.some(
    (one) =>
      (one['type'] === 'Established' && one['status'] === 'True') ||
      (one['type'] === 'NamesAccepted' && one['status'] === 'False'),
  )
}
