import type { GroupVersionKind } from '../../api/group-version.ts'

/**
 * An operation of the OpenAPI document: of a resource, or (with an empty `kind`) of a discovery path, whose
 * `x-kubernetes-…` fields are absent. Types are schema names without the dialect's prefix: `api.core.v1.Pod`.
 */
export interface Operation {
  readonly path: string
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch' | 'options' | 'head'
  readonly id: string
  /** The value of `x-kubernetes-action`. */
  readonly action:
    | 'get'
    | 'list'
    | 'put'
    | 'post'
    | 'patch'
    | 'delete'
    | 'deletecollection'
    | 'watch'
    | 'watchlist'
    | 'connect'
  readonly kind: GroupVersionKind
  readonly description: string
  /** The parameters in the path and the query. */
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly type: string; readonly required: boolean }
  /** The type of each answer by its status code; undefined for logs and proxied content, which are published as a string. */
  readonly responses: Readonly<Record<string, string | undefined>>
  readonly produces: MediaGroup
}

/**
 * The media types of the answers. `object`: the types of objects; `stream`: the types of objects and watches; `any`: any type;
 * `log`: the types of objects and logs; `json`: JSON alone.
 */
export type MediaGroup = 'object' | 'stream' | 'any' | 'log' | 'json'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
}
