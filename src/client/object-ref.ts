/** One object, or with an empty name the collection, as the API's path spells it. */
export interface ObjectRef {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
  /** Plural, lower case: `deployments`. */
  readonly resource: string
  /** Empty for cluster scope, and for "all namespaces" of a collection. */
  readonly namespace: string
  readonly name: string
}
