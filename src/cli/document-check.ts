import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import type { DocumentCheck, Manifest } from './documents.ts'
import { isCoreList, requireItems, requireKind } from './documents.ts'
import { logLevel, logLine } from './klog.ts'
import type { Session } from './session.ts'

const UNVALIDATED = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation'

export const warnUnvalidated = ({ host }: Session): void => logLine(host, 'W', 'schema.go:145', UNVALIDATED)

/**
 * The part of validation that the client does. It checks the type of a document, and the items of a list, which no
 * server receives. With `warns`, it logs a line instead of checking the items.
 */
export const documentCheck =
  (session: Session, warns: boolean): DocumentCheck =>
  async (document) => {
    requireKind(document)
    if (!isCoreList(document)) return
    if (warns) return warnUnvalidated(session)
    if (!isObject(document) || !Array.isArray(document.items) || document.items.length === 0)
      return requireItems(document)
    const { schemaFaults } = await import('./schema-faults.ts')
    const { definitions } = await (await session.client()).json({ path: '/openapi/v2' })
    requireItems(document, (item) => schemaFaults(objectOrEmpty(definitions), item))
  }

/** The level at which the log has a line for each request. */
const REQUESTS = 6

/**
 * kubectl reads the schemas of an object's version to learn whether the server validates fields. This server does, so the
 * requests are sent for the log only.
 */
export async function logSchemas(session: Session, { object, list }: Pick<Manifest, 'object' | 'list'>): Promise<void> {
  if (list !== undefined && isCoreList(list)) return
  if (logLevel(session.flags, 'round_trippers') < REQUESTS) return
  const { versionSchemas } = await import('./openapi.ts')
  await versionSchemas(await session.client(), object.apiVersion ?? '')
}
