/** Names a resource in one version. `group` is a template of the dialect. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}
