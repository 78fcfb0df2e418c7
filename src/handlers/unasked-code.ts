/**
 * Whether the page around this one has decided on the code of its cluster, so that the reader is not asked. A lesson asks, and
 * so does the address of an embed in a window of its own: any link may lead there.
 * @param isFramed whether another page embeds this one
 */
export function runsUnasked({ search, hash }: Pick<Location, 'search' | 'hash'>, isFramed: boolean): boolean {
  const query = new URLSearchParams(search)
  return isFramed && query.has('panes') && !query.has('scenario') && !hash.startsWith('#s')
}
