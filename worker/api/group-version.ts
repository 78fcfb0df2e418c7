/** A group and version: `{ group: 'apps', version: 'v1' }`; the core group is the empty string. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}

export interface GroupVersionResource extends GroupVersion {
  readonly resource: string
}

export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** `apps/v1`, or `v1` for the core group: the text of an object's `apiVersion`. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** The reverse of `formatGroupVersion`; undefined where there is more than one slash. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/')
  if (parts.length === 1) return { group: '', version: parts[0] ?? '' }
  if (parts.length === 2) return { group: parts[0] ?? '', version: parts[1] ?? '' }
  return undefined
}

/** `deployments.apps`, or `pods` for the core group, as error texts name a resource. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}
