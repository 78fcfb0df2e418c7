import { lazy } from '../api/lazy.ts'
import type { DocumentSource } from './document-server.ts'

/** Serves the documents below the path segment `root`. The first request for one of them loads the module that builds them. */
export function lazyDocument(root: string, load: () => Promise<DocumentSource>): DocumentSource {
  const source = lazy(load)
  return async (info, request, user) => (info.segments[0] === root ? (await source())(info, request, user) : undefined)
}
