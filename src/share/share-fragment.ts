/** The form of the data behind it: `c` for cluster, and a number that grows when old readers cannot read it. */
export const PREFIX = '#c1.'

/** Whether an address carries a shared cluster, of whatever version. */
export function isShare(fragment: string): boolean {
  return /^#c\d+\./.test(fragment)
}
