/** One object, or a collection when the name is empty, by the segments of its API path. */
export interface ObjectRef {
  /** The API group; empty for the core group. */
  readonly group: string
  readonly version: string
  /** Plural, lower case: `deployments`. */
  readonly resource: string
  /** The namespace; empty for cluster-scoped resources, and for a collection of all namespaces. */
  readonly namespace: string
  readonly name: string
}

/** An object in a sentence: `deployments default/web`; without a namespace `nodes worker-1`. */
export const objectText = ({ resource, namespace, name }: Pick<ObjectRef, 'resource' | 'namespace' | 'name'>): string =>
  `${resource} ${namespace === '' ? name : `${namespace}/${name}`}`
