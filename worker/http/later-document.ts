import { part } from '../api/part.ts'
import type { DocumentSource } from './non-resource-requests.ts'

/** Documents below `/root` whose writer is loaded with the first request for one of them. */
export function laterDocument(root: string, load: () => Promise<DocumentSource>): DocumentSource {
  const source = part(load)
  return async (info, request, user) => (info.pieces[0] === root ? (await source())(info, request, user) : undefined)
}
