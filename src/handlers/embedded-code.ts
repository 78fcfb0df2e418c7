/**
 * Whether handlers run without the reader's consent, because the page that embeds this one chose their code. A lesson
 * needs consent. An embed that is opened in its own window needs consent too: any link may lead to its address.
 * @param isFramed whether another page embeds this one
 */
export function runsWithoutConsent({ search, hash }: Pick<Location, 'search' | 'hash'>, isFramed: boolean): boolean {
  const query = new URLSearchParams(search)
  return isFramed && query.has('panes') && !query.has('scenario') && !hash.startsWith('#s')
}
