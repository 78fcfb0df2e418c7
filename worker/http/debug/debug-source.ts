import type { DocumentSource } from '../document-server.ts'
import { debugDocuments } from './debug-documents.ts'
import { statusPage } from './status-page.ts'

type Debugged = Parameters<typeof statusPage>[0] & Parameters<typeof debugDocuments>[0]

/** Everything below `/debug` that reads the server. */
export function debugSource(server: Debugged): DocumentSource {
  const [page, documents] = [statusPage(server), debugDocuments(server)]
  return async (info, request, user) => (await page(info, request, user)) ?? documents(info, request, user)
}
