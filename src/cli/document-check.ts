import type { DocumentCheck, Manifest } from './documents.ts'
import { isCoreList, requireItems, requireKind } from './documents.ts'
import { logLevel, logLine } from './klog.ts'
import type { Session } from './session.ts'

const UNVALIDATED = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation'

export const warnUnvalidated = ({ host }: Session): void => logLine(host, 'W', 'schema.go:145', UNVALIDATED)

/**
 * The part of validation that the client does: the type of a document, and for a list, which no server receives, the
 * types of its items.
 */
export const documentCheck =
  (session: Session, warns: boolean): DocumentCheck =>
  (document) => {
    requireKind(document)
    if (!isCoreList(document)) return
    if (warns) warnUnvalidated(session)
    else requireItems(document)
  }

/** The level at which the log has a line for each request. */
const REQUESTS = 6

/**
 * kubectl reads the schemas of an object's version to learn whether the server validates fields. This server does, so the
 * requests are sent for the log only.
 */
export async function logSchemas(session: Session, { object }: Manifest): Promise<void> {
  if (logLevel(session.flags, 'round_trippers') < REQUESTS) return
  const { versionSchemas } = await import('./openapi.ts')
  await versionSchemas(await session.client(), object.apiVersion ?? '')
}
