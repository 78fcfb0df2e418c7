import type { GroupVersion } from '../../api/group-version.ts'
import type { JsonObject } from '../../api/json.ts'
import { mediaTypes } from '../../codec/negotiation.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog } from '../../resources/resource.ts'
import { isBuiltinType } from '../../schema/builtin/types.ts'
import { customDocument } from './custom-document.ts'
import { capital } from './operation-words.ts'
import type { MediaGroup, Operation, Parameter } from './operation.ts'
import { operationsOf } from './operations.ts'
import type { Describe, SchemaWriter } from './schemas.ts'
import { schemaName, schemaWriter } from './schemas.ts'
import { parameterWords } from './parameter-words.ts'
import { SERVER_DOCUMENTS } from './server-documents.ts'
import { writePath } from './write-path.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/**
 * The OpenAPI v3 documents of a cluster: one for each group and version, and small ones for the paths that list groups and
 * versions.
 */
export interface Documents {
  /** The names of the documents in order: `api/v1`, `apis/apps/v1` and so on. */
  names(): readonly string[]
  /** Builds the document of this name; undefined for an unknown name. */
  build(name: string): JsonObject | undefined
  /** Builds each document when the iteration reaches it. */
  all(): Iterable<JsonObject>
  /** The prefix of the types that all groups share: `io.k8s.apimachinery`. */
  readonly common: string
}

export function openApiDocuments(catalog: Catalog, dialect: Dialect, describe: Describe): Documents {
  const schemas = schemaWriter(dialect, describe)
  const names = (): string[] => [
    'api',
    ...catalog.groups().flatMap(({ group, versions, custom }) => {
      const root = group === '' ? 'api' : `apis/${group}`
      return [...(group === '' || custom === true ? [] : [root]), ...versions.map((version) => `${root}/${version}`)]
    }),
    'apis',
    'version',
    ...SERVER_DOCUMENTS.keys(),
  ]
  const build = (name: string): JsonObject | undefined => {
    const own = SERVER_DOCUMENTS.get(name)
    if (own !== undefined) return { ...head(dialect), paths: own, components: { securitySchemes } }
    if (!/^(?:api(?:\/[^/]+)?|apis(?:\/[^/]+){0,2}|version)$/.test(name)) return undefined
    const [root = '', ...rest] = name.split('/')
    const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest
    if (catalog.groups().some((known) => known.group === group && known.custom === true)) {
      return customDocument(catalog, { group, version }, dialect, schemas)
    }
    const list = listOperation(catalog, name, { group, version }, dialect)
    if (list === undefined) return undefined
    const operations = version === '' ? [] : resourceOperations(catalog, group, version, dialect)
    return writeDocument([list, ...operations], tag(group, version, dialect, root), dialect, schemas)
  }
  return {
    names,
    build,
    *all() {
      for (const name of names()) {
        const document = build(name)
        if (document !== undefined) yield document
      }
    },
    common: schemaName(dialect, 'apimachinery'),
  }
}

const META = 'apimachinery.pkg.apis.meta.v1'

/** The operation that lists the resources or versions below a path; undefined when none is served. */
function listOperation(
  catalog: Catalog,
  name: string,
  { group, version }: GroupVersion,
  dialect: Dialect,
): Operation | undefined {
  const known = catalog.groups().find((entry) => entry.group === group)
  const base = { path: `/${name}/`, method: 'get', action: 'get', parameters: [], produces: 'object' } as const
  const kind = { group: '', version: '', kind: '' }
  const answer = (description: string, id: string, type: string): Operation => ({
    ...base,
    kind,
    id,
    description,
    responses: { 200: type },
  })
  if (name === 'api') return answer('get available API versions', 'getCoreAPIVersions', `${META}.APIVersions`)
  if (name === 'apis') return answer('get available API versions', 'getAPIVersions', `${META}.APIGroupList`)
  if (name === 'version')
    return { ...answer('get the code version', 'getCodeVersion', 'apimachinery.pkg.version.Info'), produces: 'json' }
  if (known === undefined || (version !== '' && !known.versions.includes(version))) return undefined
  const prefix = idPrefix(group, version, dialect)
  return version === ''
    ? answer('get information of a group', `get${prefix}APIGroup`, `${META}.APIGroup`)
    : answer('get available resources', `get${prefix}APIResources`, `${META}.APIResourceList`)
}

function resourceOperations(catalog: Catalog, group: string, version: string, dialect: Dialect): Operation[] {
  const prefix = idPrefix(group, version, dialect)
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return catalog.all().flatMap((resource) => {
    const served = resource.group === group ? resource.versions.find((v) => v.version === version) : undefined
    if (served === undefined) return []
    const type = served.schema.name ?? ''
    const listType = isBuiltinType(`${type}List`) ? `${type}List` : ''
    return operationsOf({ resource, version: served, root, prefix, type, listType })
  })
}

/** `rbac.authorization.{domain}` → `rbac`, `authorization`: the words before the domain. */
function groupWords(group: string, dialect: Dialect): string[] {
  const domain = dialect.spell('.{domain}')
  return (group.endsWith(domain) ? group.slice(0, -domain.length) : group).split('.')
}

function idPrefix(group: string, version: string, dialect: Dialect): string {
  return (group === '' ? ['core'] : groupWords(group, dialect)).map(capital).join('') + capital(version)
}

function tag(group: string, version: string, dialect: Dialect, root: string): string {
  if (group === '' && version === '') return root === 'api' ? 'core' : root
  const [first = '', ...rest] = group === '' ? ['core'] : groupWords(group, dialect)
  const name = first + rest.map(capital).join('')
  return version === '' ? name : `${name}_${version}`
}

const head = (dialect: Dialect): JsonObject => ({
  openapi: '3.0.0',
  info: { title: capital(dialect.spell('{maker}')), version: 'v1.30.14' },
})

const securitySchemes: JsonObject = {
  BearerToken: {
    type: 'apiKey',
    description: 'Bearer Token authentication',
    name: 'authorization',
    in: 'header',
  },
}

function writeDocument(
  operations: readonly Operation[],
  tag: string,
  dialect: Dialect,
  writer: SchemaWriter,
): JsonObject {
  const types = new Set<string>()
  const byPath = new Map<string, Operation[]>()
  for (const operation of operations) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation])
    if (operation.body !== undefined) types.add(operation.body.type)
    for (const type of Object.values(operation.responses)) if (type !== undefined) types.add(type)
  }
  const words = (parameter: Parameter, operation: Operation): string => parameterWords(parameter, operation, dialect)
  const paths = [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([path, own]) =>
        [path, writePath(own, words, (one, parameters) => writeOperation(one, parameters, tag, dialect))] as const,
    )
  return {
    ...head(dialect),
    paths: Object.fromEntries(paths),
    components: {
      schemas: writer.closure(types),
      securitySchemes,
    },
  }
}

const PATCHES = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json']

function writeOperation(operation: Operation, parameters: JsonObject[], tag: string, dialect: Dialect): JsonObject {
  const { id, action, kind, description, body, responses } = operation
  const schemaOf = (type: string | undefined): JsonObject =>
    type === undefined ? { type: 'string' } : { $ref: `#/components/schemas/${schemaName(dialect, type)}` }
  const content = (types: readonly string[], type: string | undefined): JsonObject =>
    Object.fromEntries(types.map((media) => [media, { schema: schemaOf(type) }]))
  const produced = produces(operation.produces, dialect)
  const consumed = action === 'patch' ? PATCHES.map((type) => `application/${type}`) : ['*/*']
  const answers = Object.entries(responses).map(([code, type]) => [
    code,
    { description: DESCRIPTIONS[code] ?? '', content: content(produced, type) },
  ])
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { content: content(consumed, body.type), ...(body.required && { required: true }) },
    }),
    responses: { ...Object.fromEntries(answers), 401: { description: 'Unauthorized' } } as JsonObject,
    ...(kind.kind !== '' && {
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': { group: kind.group, kind: kind.kind, version: kind.version },
    }),
  }
}

const DESCRIPTIONS = lookupTable<string>({ 200: 'OK', 201: 'Created', 202: 'Accepted' })

function produces(group: MediaGroup, dialect: Dialect): string[] {
  const [json = '', yaml = '', protobuf = ''] = mediaTypes(dialect).map(({ type }) => type)
  const stream = ';stream=watch'
  switch (group) {
    case 'object':
      return [json, protobuf, yaml]
    case 'stream':
      return [json, json + stream, protobuf, protobuf + stream, yaml]
    case 'log':
      return [json, protobuf, yaml, 'text/plain']
    case 'json':
      return [json]
    case 'any':
      return ['*/*']
  }
}
