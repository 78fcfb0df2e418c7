import { numberOfText } from './numbers.ts'

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

/** Returns the text of an object's `apiVersion`, such as `apps/v1`, or `v1` for the core group. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** The inverse of `formatGroupVersion`; undefined for a text with several slashes. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/')
  if (parts.length === 1) return { group: '', version: parts[0] ?? '' }
  if (parts.length === 2) return { group: parts[0] ?? '', version: parts[1] ?? '' }
  return undefined
}

const STAGES = ['alpha', 'beta', ''] as const

/**
 * Orders versions as clients prefer them: stable before beta before alpha, newer before older (`v10 v2 v1 v2beta1
 * v1alpha2`). All other versions follow in text order.
 */
export function byPreference(a: string, b: string): number {
  const [first, second] = [rankOf(a), rankOf(b)]
  for (let at = 0; at < first.length; at++) {
    const difference = (second[at] ?? 0) - (first[at] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(a > b) - Number(a < b)
}

/** Stage, major version, number within the stage; larger is preferred. */
function rankOf(version: string): readonly [number, number, number] {
  const [, major = '', stage = '', minor = ''] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  return major === ''
    ? [-1, 0, 0]
    : [STAGES.findIndex((one) => one === stage), numberOfText(major), numberOfText(minor)]
}

/** A resource in error messages: `deployments.apps`, or `pods` for the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}
