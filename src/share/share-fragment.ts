/** The format prefix: `c` for cluster, and a version that increases with each incompatible change. */
export const PREFIX = '#c1.'

/** The format prefix of any version. */
export const HAS_VERSION = /^#c\d+\./

/**
 * Whether the query and the fragment of an address are meant as a shared cluster, scenario or history of any version.
 * The page reports a damaged one.
 */
export function isShare(address: string): boolean {
  return /^\?scenario=|#[crs]\d/.test(address)
}

/** Whether an address is meant as a lesson. */
export const isLesson = ({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean =>
  hash.startsWith('#s') || new URLSearchParams(search).has('scenario')
