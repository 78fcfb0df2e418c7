import { ANY_JSON } from './client.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../worker/api/json.ts'
import type { GroupVersionKind } from '../../worker/api/group-version.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Client } from './client.ts'
import type { ResourceType } from './discovery.ts'
import type { Session } from './session.ts'

/** The published schemas of one group version, and the schema of one kind. */
export interface PublishedSchema {
  readonly root: JsonObject
  /** Follows `$ref`, and `allOf` with one entry. A member beside the reference replaces the referenced one. */
  resolve(schema: JsonObject): JsonObject
  /** The schema that a `$ref` names; undefined for an unknown name. */
  lookup(reference: unknown): JsonObject | undefined
}

const requested = new WeakMap<Client, Map<string, Promise<JsonObject>>>()

/** A document that each command requests once. */
export function documentAt(client: Client, path: string): Promise<JsonObject> {
  const known = requested.get(client) ?? new Map<string, Promise<JsonObject>>()
  requested.set(client, known)
  const [plain = '', query = ''] = path.split('?')
  // The list of documents may have any type, each document only this one.
  const accept = plain === '/openapi/v3' ? ANY_JSON : 'application/json'
  const request = { path: plain, query: Object.fromEntries(new URLSearchParams(query)), accept }
  const document = known.get(path) ?? client.json(request)
  known.set(path, document)
  return document
}

/** The document with the schemas of a group version; undefined when the server publishes none. */
export async function versionSchemas(client: Client, groupVersion: string): Promise<JsonObject | undefined> {
  const { paths } = await documentAt(client, '/openapi/v3')
  const place = groupVersion.includes('/') ? `apis/${groupVersion}` : `api/${groupVersion}`
  const found = new Map(Object.entries(objectOrEmpty(paths))).get(place)
  const url = isObject(found) ? found.serverRelativeURL : undefined
  return typeof url === 'string' ? documentAt(client, url) : undefined
}

/** The published schema of a type; undefined when the server publishes none. */
export async function publishedSchema(session: Session, type: ResourceType): Promise<PublishedSchema | undefined> {
  const client = await session.client()
  const document = await versionSchemas(client, formatGroupVersion(type))
  if (document === undefined) return undefined
  const components = objectOrEmpty(document.components)
  const schemas = objectOrEmpty(components.schemas)
  const root = Object.values(schemas).find((schema) => isObject(schema) && isOfKind(schema, type))
  const lookup = (reference: unknown): JsonObject | undefined => {
    const named = typeof reference === 'string' ? ownMember(schemas, reference.split('/').at(-1) ?? '') : undefined
    return isObject(named) ? named : undefined
  }
  return isObject(root) ? { root, resolve: (schema) => resolve(schema, schemas), lookup } : undefined
}

/** Whether the schema is published for the type. */
export function isOfKind(schema: JsonObject, { group, version, kind }: GroupVersionKind): boolean {
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
    const next = reference === undefined ? only : ownMember(schemas, reference.split('/').at(-1) ?? '')
    if (!isObject(next)) break
    const { $ref: _, allOf: __, ...own } = current
    current = { ...next, ...own }
  }
  return current
}
