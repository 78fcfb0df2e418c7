import { isObject, objectOrEmpty, objectsIn, type JsonObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ApiConnection } from './api-connection.ts'
import { awaitedObject } from './awaited-object.ts'
import { discover, type ResourceType } from './discovery.ts'

/** Waits until the server serves the type of a stored definition; undefined when it does not in time. */
export async function servedType(cluster: ApiConnection, definition: JsonObject): Promise<ResourceType | undefined> {
  const { group, kind } = definedKind(definition)
  const { spell } = dialects[cluster.info.dialect]
  const collection = `/apis/${spell('apiextensions.{domain}')}/v1/customresourcedefinitions`
  await awaitedObject(cluster, definition, { collection, until: isDecided })
  return (await discover(cluster)).byKind(group, kind)
}

/** The kind that a CustomResourceDefinition defines. */
export function definedKind({ spec }: JsonObject): { readonly group: string; readonly kind: string } {
  const { group, names } = objectOrEmpty(spec)
  return { group: String(group), kind: isObject(names) ? String(names['kind']) : '' }
}

/** Whether the server has established the definition or refused its names. */
function isDecided({ status }: JsonObject): boolean {
  return objectsIn(isObject(status) ? status['conditions'] : undefined).some(
    (one) =>
      (one['type'] === 'Established' && one['status'] === 'True') ||
      (one['type'] === 'NamesAccepted' && one['status'] === 'False'),
  )
}
