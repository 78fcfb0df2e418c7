import type { ClusterHandle } from '../cluster/cluster.ts'
import type { FieldPath } from '../client/field-path.ts'
import { getJson } from '../client/resource-client.ts'
import { isScenario, scenarioType } from './scenario-type.ts'

/** The parts of an OpenAPI v3 schema that the editor reads. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly allOf?: readonly OpenApiSchema[]
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly items?: OpenApiSchema
  readonly additionalProperties?: OpenApiSchema | boolean
  readonly oneOf?: readonly OpenApiSchema[]
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[]
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
}

interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> }
}

/** A schema inside its document, with references resolved. */
export interface TypeNode {
  readonly schema: OpenApiSchema
  /** The description beside a reference; without one, the description of the referenced schema. */
  readonly description: string | undefined
  /** The node of a key or, with a number, of an item; undefined when the schema declares none. */
  child(step: string | number): TypeNode | undefined
}

function memberSchema({ properties, additionalProperties }: OpenApiSchema, name: string): OpenApiSchema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

function node(document: OpenApiDocument, schema: OpenApiSchema): TypeNode {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  const target = reference === undefined ? undefined : document.components?.schemas?.[reference.split('/').at(-1) ?? '']
  const resolved = target ?? schema
  return {
    schema: resolved,
    description: schema.description ?? resolved.description,
    child(step) {
      const below = typeof step === 'number' ? resolved.items : memberSchema(resolved, step)
      return below === undefined ? undefined : node(document, below)
    },
  }
}

export function walk(root: TypeNode, path: FieldPath): TypeNode | undefined {
  return path.reduce<TypeNode | undefined>((at, step) => at?.child(step), root)
}

/** The name of the document: `apis/apps/v1` for `apps/v1`, `api/v1` for `v1`. */
const documentName = (apiVersion: string): string =>
  apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`

/** The types of a cluster, loaded lazily from its OpenAPI documents with one request for each group and version. */
export class OpenApiTypes {
  readonly #cluster: ClusterHandle
  #index: Promise<Readonly<Record<string, { serverRelativeURL: string }>>> | undefined
  readonly #documents = new Map<string, Promise<OpenApiDocument>>()

  constructor(cluster: ClusterHandle) {
    this.#cluster = cluster
  }

  /** Resolves to undefined for a kind that the cluster does not serve. */
  async type(apiVersion: string, kind: string): Promise<TypeNode | undefined> {
    if (isScenario({ apiVersion, kind })) return node({}, await scenarioType())
    const document = await this.#document(apiVersion)
    const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
    const schema = Object.values(document?.components?.schemas ?? {}).find((candidate) =>
      candidate['x-kubernetes-group-version-kind']?.some(
        (gvk) => gvk.group === group && gvk.version === version && gvk.kind === kind,
      ),
    )
    return document === undefined || schema === undefined ? undefined : node(document, schema)
  }

  async #document(apiVersion: string): Promise<OpenApiDocument | undefined> {
    this.#index ??= this.#load<{ paths: Record<string, { serverRelativeURL: string }> }>('/openapi/v3').then(
      (index) => index.paths,
    )
    const url = (await this.#index)[documentName(apiVersion)]?.serverRelativeURL
    if (url === undefined) return undefined
    const known = this.#documents.get(url) ?? this.#load<OpenApiDocument>(url)
    this.#documents.set(url, known)
    return known
  }

  /** A failed request is not cached, so the next use repeats it. */
  async #load<T>(path: string): Promise<T> {
    try {
      return await getJson<T>(this.#cluster, path)
    } catch (error) {
      this.#index = undefined
      this.#documents.delete(path)
      throw error
    }
  }
}
