import { compareText } from '../api/byte-order.ts'
import { byPreference } from '../api/group-version.ts'
import type { Payload } from './payload.ts'
import { pageNotFound, plainText } from './payload.ts'

/** A version of a group as an APIService announces it. */
export interface AnnouncedVersion {
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  /** Whether another server serves the version. */
  readonly isServedElsewhere: boolean
}

interface Group {
  readonly group: string
  /** The versions of the group, the preferred one first. */
  readonly versions: readonly string[]
}

/**
 * The answer to a request for a version that this server does not serve: 503 when an APIService names another server, else 404.
 */
export const unservedAnswer = (announced: readonly AnnouncedVersion[], group: string, version: string): Payload =>
  announced.some((one) => one.isServedElsewhere && one.group === group && one.version === version)
    ? plainText(503, 'service unavailable\n')
    : pageNotFound()

/**
 * Sorts groups by the first of their APIServices: by group priority, then by name, which begins with the version. Sorts the
 * versions of a group by their own priority, then by preference.
 */
function rankedGroups(announced: readonly AnnouncedVersion[]): readonly Group[] {
  const nameOf = ({ group, version }: AnnouncedVersion): string => `${version}.${group}`
  const ordered = [...announced].sort((a, b) => b.groupPriority - a.groupPriority || compareText(nameOf(a), nameOf(b)))
  const byGroup = new Map<string, AnnouncedVersion[]>()
  for (const one of ordered) byGroup.set(one.group, [...(byGroup.get(one.group) ?? []), one])
  return [...byGroup].map(([group, list]) => ({
    group,
    versions: list
      .sort((a, b) => b.versionPriority - a.versionPriority || byPreference(a.version, b.version))
      .map(({ version }) => version),
  }))
}

/**
 * The groups of `/apis`, in order: apiregistration, the announced groups by rank (served or not), then the groups that
 * are served without an APIService.
 */
export function discoveredGroups(served: readonly Group[], announced: readonly AnnouncedVersion[]): readonly Group[] {
  const ranked = rankedGroups(announced)
    .filter(({ group }) => group !== '')
    .map(({ group, versions }) => {
      const own = served.find((candidate) => candidate.group === group)?.versions ?? []
      return { group, versions: [...versions, ...own.filter((version) => !versions.includes(version))] }
    })
  const others = served.filter(({ group }) => group !== '' && !ranked.some((one) => one.group === group))
  const [first, ...rest] = others
  return first === undefined ? ranked : [first, ...ranked, ...rest]
}
