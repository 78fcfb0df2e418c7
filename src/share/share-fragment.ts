/** The format prefix: `c` for cluster, and a version that increases with each incompatible change. */
export const PREFIX = '#c1.'

/** The format prefix of any version. */
export const HAS_VERSION = /^#c\d+\./

/** Whether the fragment is meant as a shared cluster of any version: a damaged one is reported, not ignored. */
export function isShare(fragment: string): boolean {
  return /^#c\d/.test(fragment)
}
