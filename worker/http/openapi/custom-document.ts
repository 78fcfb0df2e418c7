import { capital, operationWords } from './operation-words.ts'
import type { GroupVersion } from '../../api/group-version.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog, ResourceFacts, ResourceVersion } from '../../resources/resource.ts'
import type { Operation, Parameter } from './operation.ts'
import { LIST } from './operation-parameters.ts'
import { operationsOf } from './operations.ts'
import type { SchemaWriter } from './schemas.ts'
import { schemaName } from './schemas.ts'
import { parameterWords } from './parameter-words.ts'
import { writePath } from './write-path.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const TITLE = 'CRD Swagger'

/** Whether `customDocument` wrote the document. */
export const isCustomDocument = ({ info }: JsonObject): boolean =>
  isObject(info) && String(info['title']).endsWith(TITLE)

/** The document of a group and version of custom resources; undefined when no definition serves it. */
export function customDocument(
  catalog: Catalog,
  { group, version }: GroupVersion,
  dialect: Dialect,
  writer: SchemaWriter,
): JsonObject | undefined {
  const served = catalog.all().flatMap((resource) => {
    const own = resource.group === group ? resource.versions.find((each) => each.version === version) : undefined
    return own === undefined ? [] : [{ resource, version: own }]
  })
  if (served.length === 0) return undefined
  const own = new Map(served.flatMap((one) => writeTypes(one, dialect)))
  const builtin = new Set(
    ['ObjectMeta', 'ListMeta', 'DeleteOptions', 'Status', 'Patch'].map((name) => `${META}.${name}`),
  )
  const named = words(withoutSuffix(group, dialect.spell('.{domain}')))
  const tag = `${lower(named)}_${version}`
  const paths: [string, JsonObject][] = []
  for (const one of served) {
    const published = {
      ...one,
      root: `/apis/${group}/${version}`,
      prefix: named + capital(version),
      type: typeName(one, one.resource.kind),
      listType: typeName(one, one.resource.listKind),
    }
    const byPath = new Map<string, Operation[]>()
    for (const operation of operationsOf(published).flatMap(asCustom)) {
      byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation])
    }
    for (const [path, operations] of byPath) {
      const write = (operation: Operation, parameters: JsonObject[]): JsonObject =>
        writeOperation(operation, parameters, one, { tag, name: (type) => nameOf(type, own, builtin, dialect) })
      // The real server names the definition's own kind in all parameters, even in the parameters of `scale`.
      const describeParameter = (parameter: Parameter, operation: Operation): string =>
        parameterWords(parameter, { ...operation, kind: { ...operation.kind, kind: one.resource.kind } }, dialect)
      paths.push([path, writePath(operations, describeParameter, write)])
    }
  }
  const schemas = { ...withoutOthers(writer.closure(builtin), dialect), ...Object.fromEntries(own) }
  return {
    openapi: '3.0.0',
    info: { title: `${capital(dialect.spell('{maker}'))} ${TITLE}`, version: 'v0.1.0' },
    paths: Object.fromEntries(paths.sort(byName)),
    components: { schemas: Object.fromEntries(Object.entries(schemas).sort(byName)) },
  }
}

/** Operations name a group of the domain of built-in groups, such as gateway.networking.k8s.io, without that domain. */
const withoutSuffix = (group: string, suffix: string): string =>
  group.endsWith(suffix) ? group.slice(0, -suffix.length) : group

/** Groups of other components of the real server. The component that publishes definitions does not have them. */
const OTHERS = ['admission', 'apiextensions', 'apiregistration', 'imagepolicy']

/** The shared types; their `x-kubernetes-group-version-kind` omits the groups of OTHERS. */
function withoutOthers(schemas: JsonObject, { spell }: Dialect): JsonObject {
  const others = new Set(OTHERS.map((name) => spell(`${name}.{domain}`)))
  const isHere = (kind: Json): boolean => !isObject(kind) || !others.has(String(kind['group']))
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const kinds = isObject(schema) ? schema[KINDS] : undefined
      return [name, isObject(schema) && Array.isArray(kinds) ? { ...schema, [KINDS]: kinds.filter(isHere) } : schema]
    }),
  )
}

const KINDS = 'x-kubernetes-group-version-kind'

interface Served {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
}

const META = 'apimachinery.pkg.apis.meta.v1'
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const lower = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

/** A group in operation ids: `ABExampleCom` for `a-b.example.com`. */
const words = (group: string): string => group.split(/[.-]/).map(capital).join('')

/** The name of a type in the document, such as `com.example.v1.Widget`. */
const typeName = ({ resource, version }: Served, kind: string): string =>
  [...resource.group.split('.').reverse(), version.version, kind].join('.')

/** The name of a type in the document. Adds a type that is not in `own` to `builtin`. */
function nameOf(type: string, own: ReadonlyMap<string, unknown>, builtin: Set<string>, dialect: Dialect): string {
  if (own.has(type)) return type
  builtin.add(type)
  return schemaName(dialect, type)
}

/** The operation as the real server publishes it for custom resources; none for a watch. */
function asCustom(operation: Operation): Operation[] {
  const { action, parameters, responses } = operation
  const isStream = action === 'watch' || action === 'watchlist'
  if (isStream) return []
  if (action === 'get') {
    const resourceVersion: Parameter = { name: 'resourceVersion', in: 'query', type: 'string' }
    return [{ ...operation, parameters: [resourceVersion, ...parameters] }]
  }
  if (action === 'patch') return [{ ...operation, responses: { 200: responses[200] } }]
  if (action !== 'deletecollection') return [operation]
  const { body: _none, ...rest } = operation
  const own = parameters.filter(({ name, in: place }) => place === 'path' || name === 'pretty')
  return [{ ...rest, parameters: [...LIST, ...own] }]
}

const PATCHES = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json'].map((type) => `application/${type}`)
const MEDIA = ['application/json', 'application/yaml']
const ANSWERS = lookupTable<string>({ 200: 'OK', 201: 'Created', 202: 'Accepted' })

function writeOperation(
  { id, action, body, responses, path }: Operation,
  parameters: JsonObject[],
  { resource: { group, kind }, version: { version } }: Served,
  { tag, name }: { readonly tag: string; readonly name: (type: string) => string },
): JsonObject {
  const content = (types: readonly string[], type: string | undefined): JsonObject =>
    Object.fromEntries(types.map((media) => [media, { schema: { $ref: `#/components/schemas/${name(type ?? '')}` } }]))
  const answers = Object.entries(responses).map(([code, type]): [string, Json] => [
    code,
    { description: ANSWERS[code] ?? '', content: content(MEDIA, type) },
  ])
  return {
    tags: [tag],
    description: describe(action, kind, /\{name\}\/(\w+)$/.exec(path)?.[1]),
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        content: content(action === 'patch' ? PATCHES : MEDIA, body.type),
        ...(body.required && { required: true }),
      },
    }),
    responses: { ...Object.fromEntries(answers), 401: { description: 'Unauthorized' } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  }
}

function describe(action: Operation['action'], kind: string, subresource: string | undefined): string {
  if (action === 'list') return `list objects of kind ${kind}`
  return operationWords(action, 'get', { kind, ...(subresource !== undefined && { subresource }) })
}

const CONVENTIONS = 'https://git.{domain}/community/contributors/devel/sig-architecture/api-conventions.md'
const VERSION_TEXT = `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`
const KIND_TEXT = `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`
const OWN_VERSION_TEXT = `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`
const OWN_KIND_TEXT = `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`

function writeTypes(one: Served, dialect: Dialect): [string, JsonObject][] {
  const { resource, version } = one
  const { spell } = dialect
  const kindOf = (kind: string): JsonObject[] => [{ group: resource.group, kind, version: version.version }]
  const reference = (name: string, description: string): JsonObject => ({
    description: spell(description),
    allOf: [{ $ref: `#/components/schemas/${schemaName(dialect, `${META}.${name}`)}` }],
  })
  const described = (description: string): JsonObject => ({ description: spell(description), type: 'string' })
  const metadata = reference('ObjectMeta', `Standard object's metadata. More info: ${CONVENTIONS}#metadata`)
  const typed = { apiVersion: described(VERSION_TEXT), kind: described(KIND_TEXT) }
  const embedded = { apiVersion: described(OWN_VERSION_TEXT), kind: described(OWN_KIND_TEXT), metadata }
  const document = version.custom?.document ?? {}
  const written = writeSchema(document, embedded)
  const properties = objectOrEmpty(written['properties'])
  const item = {
    ...written,
    properties: { ...properties, ...typed, metadata },
    'x-kubernetes-group-version-kind': kindOf(resource.kind),
  }
  const list = {
    description: `${resource.listKind} is a list of ${resource.kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      ...typed,
      items: {
        description: spell(`List of ${resource.name}. More info: ${CONVENTIONS}`),
        type: 'array',
        items: { $ref: `#/components/schemas/${typeName(one, resource.kind)}` },
      },
      metadata: reference('ListMeta', `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`),
    },
    'x-kubernetes-group-version-kind': kindOf(resource.listKind),
  }
  return [
    [typeName(one, resource.kind), item],
    [typeName(one, resource.listKind), list],
  ]
}

/** Fields of a definition's schema that its document omits: the real server writes the document from the structural schema. */
const NOT_STRUCTURAL = ['example', 'externalDocs', 'id', '$schema'] as const

/**
 * A definition's schema as published. Embedded resources receive apiVersion, kind and metadata; an int-or-string receives
 * `anyOf`.
 */
export function writeSchema(schema: JsonObject, embedded: JsonObject): JsonObject {
  const written: JsonObject = { ...schema }
  const { properties, items, additionalProperties } = schema
  if (isObject(properties)) {
    const fields = Object.entries(properties).flatMap(([name, field]) =>
      isObject(field) ? [[name, writeSchema(field, embedded)]] : [],
    )
    written['properties'] = Object.fromEntries(fields) as JsonObject
  }
  for (const field of NOT_STRUCTURAL) delete written[field]
  if (isObject(items)) written['items'] = writeSchema(items, embedded)
  if (isObject(additionalProperties)) written['additionalProperties'] = writeSchema(additionalProperties, embedded)
  if (schema['x-kubernetes-int-or-string'] === true) written['anyOf'] ??= [{ type: 'integer' }, { type: 'string' }]
  if (schema['x-kubernetes-embedded-resource'] !== true) return written
  const own = objectOrEmpty(written['properties'])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    ...written,
    properties: { ...own, ...embedded },
    required: [...new Set([...required, 'kind', 'apiVersion'])],
  }
}
