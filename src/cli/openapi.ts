import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { ResourceType } from './discovery.ts'
import type { Session } from './session.ts'

/** The published schemas of one group version, and the schema of one kind. */
export interface PublishedSchema {
  readonly root: JsonObject
  /** Follows `$ref` and single `allOf`s; members beside the reference win. */
  resolve(schema: JsonObject): JsonObject
  /** The schema that a `$ref` names; undefined for an unknown name. */
  lookup(reference: unknown): JsonObject | undefined
}

/** The published schema of a type; undefined when the server publishes none. */
export async function publishedSchema(session: Session, type: ResourceType): Promise<PublishedSchema | undefined> {
  const client = await session.client()
  const { paths } = await client.json({ path: '/openapi/v3', accept: 'application/json, */*' })
  const key = `${type.group === '' ? 'api' : 'apis'}/${formatGroupVersion(type)}`
  const found = isObject(paths) ? paths[key] : undefined
  if (!isObject(found) || typeof found.serverRelativeURL !== 'string') return undefined
  const document = await client.json({ path: found.serverRelativeURL })
  const components = objectOrEmpty(document.components)
  const schemas = objectOrEmpty(components.schemas)
  const root = Object.values(schemas).find((schema) => isObject(schema) && isOfKind(schema, type))
  const lookup = (reference: unknown): JsonObject | undefined => {
    const named = typeof reference === 'string' ? schemas[reference.split('/').at(-1) ?? ''] : undefined
    return isObject(named) ? named : undefined
  }
  return isObject(root) ? { root, resolve: (schema) => resolve(schema, schemas), lookup } : undefined
}

/** True for the schema of the type. */
export function isOfKind(schema: JsonObject, { group, version, kind }: ResourceType): boolean {
  const kinds = schema['x-kubernetes-group-version-kind']
  return (
    Array.isArray(kinds) &&
    kinds.some((each) => isObject(each) && each.group === group && each.version === version && each.kind === kind)
  )
}

const MAX_REFERENCES = 20

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  let current = schema
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const [only] = Array.isArray(current.allOf) && current.allOf.length === 1 ? current.allOf : []
    const reference = typeof current.$ref === 'string' ? current.$ref : undefined
    const next = reference === undefined ? only : schemas[reference.split('/').at(-1) ?? '']
    if (!isObject(next)) break
    const { $ref: _, allOf: __, ...own } = current
    current = { ...next, ...own }
  }
  return current
}
