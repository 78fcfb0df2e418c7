import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { isCustomDocument } from './custom-document.ts'
import type { Steps } from '../../runtime/steps.ts'
import { customSwagger } from './custom-swagger.ts'
import { shareParameters } from './shared-parameters.ts'

/**
 * The OpenAPI v2 document for older clients, built in steps. It merges the v3 documents into one, in the older notation,
 * without defaults and without keywords that v2 lacks (`oneOf`).
 * @param common the prefix of the types of all groups, `io.k8s.apimachinery`
 */
export function* swaggerDocument(documents: Iterable<JsonObject>, common: string): Steps<JsonObject> {
  const paths: JsonObject = {}
  const definitions: JsonObject = {}
  let info: Json | undefined
  for (const document of documents) {
    yield
    info ??= document.info
    for (const [path, item] of entries(document.paths)) paths[path] = swaggerPath(item)
    const { schemas } = objectOrEmpty(document.components)
    const isCustom = isCustomDocument(document)
    for (const [name, schema] of entries(schemas)) {
      definitions[name] ??= swaggerSchema(isCustom && isObject(schema) ? customSwagger(schema) : schema)
    }
  }
  yield
  const securityDefinitions = {
    BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
  }
  const parameters = shareParameters(paths, common)
  return { swagger: '2.0', info, paths, definitions, parameters, securityDefinitions, security: [{ BearerToken: [] }] }
}

const entries = (value: Json | undefined): [string, Json][] =>
  isObject(value) ? Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, inner]])) : []

function swaggerPath(item: Json): JsonObject {
  const path: JsonObject = {}
  for (const [method, operation] of entries(item)) {
    path[method] = method === 'parameters' ? swaggerParameters(operation) : swaggerOperation(operation)
  }
  return path
}

function swaggerParameters(parameters: Json | undefined): Json[] {
  if (!Array.isArray(parameters)) return []
  return parameters.map((parameter) => {
    if (!isObject(parameter)) return parameter
    const { schema, ...rest } = parameter
    return { ...rest, ...(isObject(schema) && schema) }
  })
}

function swaggerOperation(operation: Json): Json {
  if (!isObject(operation)) return operation
  const { requestBody, parameters, responses, ...rest } = operation
  const body = isObject(requestBody) ? requestBody : undefined
  const answers: JsonObject = {}
  const produces = new Set<string>()
  for (const [code, response] of entries(responses)) {
    if (!isObject(response)) continue
    const { content, ...described } = response
    for (const [type] of entries(content)) produces.add(type)
    answers[code] = { ...described, ...firstSchema(content) }
  }
  const given = swaggerParameters(parameters)
  const all =
    body === undefined
      ? given
      : [{ name: 'body', in: 'body', ...firstSchema(body.content), ...required(body) }, ...given]
  const types = [...produces].sort((a, b) => mediaOrder(a) - mediaOrder(b))
  // In the real server, operations on discovery documents and on custom resources consume the types that they produce.
  const unread = operation['x-kubernetes-action'] === undefined || areCustom(types) ? types : ['*/*']
  const consumes =
    body === undefined
      ? unread
      : entries(body.content)
          .map(([type]) => type)
          .sort((a, b) => Number(isApply(a)) - Number(isApply(b)))
  return {
    ...rest,
    ...(!isAboutServer(operation) && { consumes }),
    ...(types.length > 0 && { produces: types }),
    schemes: ['https'],
    ...(all.length > 0 && { parameters: all }),
    responses: answers,
  }
}

/** Whether these are the types of a custom resource; built-in kinds have protobuf too. */
const areCustom = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => type === 'application/json' || type === 'application/yaml')

const isApply = (type: string): boolean => type.startsWith('application/apply-patch')

/** Whether an operation is outside the API; such operations have no `consumes`. */
const isAboutServer = ({ tags }: JsonObject): boolean =>
  Array.isArray(tags) && tags.some((tag) => tag === 'WellKnown' || tag === 'openid' || tag === 'logs')

/** Text, JSON, YAML, protobuf, then streams, as the older notation lists them. */
function mediaOrder(type: string): number {
  if (type.endsWith(';stream=watch')) return 4
  const order = ['text/plain', 'application/json', 'application/yaml'].indexOf(type)
  return order < 0 ? 3 : order
}

const required = (body: JsonObject): JsonObject => (body.required === true ? { required: true } : {})

/** All media types of a body have the same schema. */
function firstSchema(content: Json | undefined): JsonObject {
  const [, media] = entries(content)[0] ?? []
  const schema = isObject(media) ? media.schema : undefined
  return schema === undefined ? {} : { schema: swaggerSchema(schema) }
}

/** A schema in v2 notation. References have another prefix, and need no `allOf` for sibling keys. */
function swaggerSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(swaggerSchema)
  if (!isObject(schema)) return schema
  const written: JsonObject = {}
  for (const [key, value] of entries(schema)) {
    if (key === '$ref' && typeof value === 'string')
      written.$ref = value.replace('#/components/schemas/', '#/definitions/')
    else if (key === 'allOf' && Array.isArray(value)) Object.assign(written, swaggerSchema(value[0] ?? {}))
    else if (key === 'oneOf') written.type = schema.type ?? 'string'
    else if (key === 'anyOf' || key === 'not' || key === 'nullable') continue
    else if (key === 'properties') written.properties = mapValues(value, swaggerSchema)
    else if (key === 'items' || key === 'additionalProperties') written[key] = swaggerSchema(value)
    else if (key !== 'default') written[key] = value
  }
  return written
}

const mapValues = (value: Json, change: (inner: Json) => Json): JsonObject =>
  Object.fromEntries(entries(value).map(([key, inner]) => [key, change(inner)]))
