/** Names a resource in one version. `group` is a template of the dialect, such as `apps` or `rbac.authorization.{domain}`. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}
