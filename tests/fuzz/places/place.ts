// The tables of this folder have the places where a text of the user becomes a key or a choice. A test sends each request with
// an inherited name such as `constructor` in place of `WORD`, and again with an ordinary word: the answers must be the same.

/** A request. A test replaces every `WORD` in it by a name. */
export interface Template {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. A patch has its content type in `headers`. */
  readonly body?: unknown
}

/** A place that uses a text of the user as a key or as a choice, with the requests that reach it, in this order. */
export interface Place {
  readonly name: string
  readonly requests: readonly Template[]
}

export const CORE = '/api/v1/namespaces/default'
export const MAPS = `${CORE}/configmaps`
export const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
export const RBAC = '/apis/rbac.authorization.k8s.io/v1'
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const POLICIES = '/apis/admissionregistration.k8s.io/v1'

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): Template => ({
  method: 'GET',
  url,
  headers,
})
export const post = (url: string, body: unknown): Template => ({ method: 'POST', url, body })
export const remove = (url: string): Template => ({ method: 'DELETE', url })
export const patch = (kind: string, url: string, body: unknown): Template => ({
  method: 'PATCH',
  url,
  headers: { 'content-type': `application/${kind}` },
  body,
})
export const apply = (url: string, body: unknown): Template =>
  patch('apply-patch+yaml', `${url}?fieldManager=WORD`, body)
export const place = (name: string, ...requests: readonly Template[]): Place => ({ name, requests })

/** An object of any kind with this name; `more` has other fields of its metadata. */
export const named = (name: string, more: object = {}): object => ({ metadata: { name, ...more } })
export const containers = [{ name: 'c', image: 'i' }]
/** A Pod with one container; `spec` adds fields or replaces the container. */
export const pod = (name: string, spec: object): object => ({ metadata: { name }, spec: { containers, ...spec } })

export const deployment = (name: string, labels: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
})
