import { isObject, objectOrEmpty, objectsIn, type Json, type JsonObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ApiConnection } from './api-connection.ts'
import { awaitedObject } from './awaited-object.ts'
import { discover, type ResourceType } from './discovery.ts'

/** Waits until the server serves the type of a stored definition; undefined when it does not do so within ten seconds. */
export async function servedType(cluster: ApiConnection, definition: JsonObject): Promise<ResourceType | undefined> {
  const { group, kind } = definedKind(definition)
  await awaitedObject(cluster, definition, { collection: definitionsOf(cluster), until: isDecided })
  return (await discover(cluster)).byKind(group, kind)
}

/** Waits until the server has established each stored definition or refused its names; ten seconds at most. */
export async function awaitDefinitions(cluster: ApiConnection): Promise<void> {
  const collection = definitionsOf(cluster)
  const list = objectOrEmpty((await (await cluster.fetch(collection)).json()) as Json)
  await Promise.all(
    objectsIn(list['items']).map((definition) => awaitedObject(cluster, definition, { collection, until: isDecided })),
  )
}

function definitionsOf({ info: { dialect } }: ApiConnection): string {
  return `/apis/${dialects[dialect].spell('apiextensions.{domain}')}/v1/customresourcedefinitions`
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
