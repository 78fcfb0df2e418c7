/** The format prefix: `c` for cluster, and a version that increases with each incompatible change. */
export const PREFIX = '#c1.'

/** Whether the fragment contains a shared cluster of any version. */
export function isShare(fragment: string): boolean {
  return /^#c\d+\./.test(fragment)
}
