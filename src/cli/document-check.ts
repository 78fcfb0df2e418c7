import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DocumentCheck } from './documents.ts'
import { isCoreList, requireItems, requireKind } from './documents.ts'
import { Failures, isRequestFault, restated } from './failure.ts'
import { logLevel, logLine } from './klog.ts'
import type { Session } from './session.ts'

const UNVALIDATED = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation'

const warnUnvalidated = ({ host }: Session): void => logLine(host, 'W', 'schema.go:145', UNVALIDATED)

/**
 * The part of validation that the client does. It checks the type of a document, and with the published schemas the
 * documents of which the server checks no fields: lists, whose items it receives one by one, and kinds without PATCH.
 * With `warns`, it logs a line instead of using the schemas.
 */
export const documentCheck =
  (session: Session, warns: boolean): DocumentCheck =>
  async (document) => {
    requireKind(document)
    if (!isObject(document)) return
    // Without discovery the document has no type, which is reported later.
    if (!(await requireSchemas(session, document)) || (await isCheckedByServer(session, document))) return
    if (warns) return warnUnvalidated(session)
    const isList = isCoreList(document)
    if (isList && (!Array.isArray(document.items) || document.items.length === 0)) return requireItems(document)
    const { schemaFaults } = await import('./schema-faults.ts')
    const definitions = objectOrEmpty((await publishedTypes(session)).definitions)
    if (isList) return requireItems(document, (item) => schemaFaults(definitions, item))
    const faults = schemaFaults(definitions, document)
    if (faults.length > 0) throw new Failures(faults)
  }

/** Whether the server checks the fields of a document: kubectl looks for a PATCH of its kind in the published paths. */
async function isCheckedByServer(session: Session, document: ApiObject): Promise<boolean> {
  if (isCoreList(document)) return false
  if ((await session.typeOf(document))?.verbs.includes('patch')) return true
  const version = parseGroupVersion(String(document.apiVersion))
  if (version === undefined) return false
  const wanted = { ...version, kind: String(document.kind) }
  // Only the path of a subresource may have a PATCH of a kind without a resource, such as Scale.
  return Object.values(objectOrEmpty((await publishedTypes(session)).paths)).some((path) => {
    const patch = isObject(path) ? path.patch : undefined
    const kind = isObject(patch) ? patch[KIND_OF_PATH] : undefined
    return isObject(kind) && kind.group === wanted.group && kind.version === wanted.version && kind.kind === wanted.kind
  })
}

const KIND_OF_PATH = 'x-kubernetes-group-version-kind'

/** The OpenAPI v2 document, which each command requests once. */
async function publishedTypes(session: Session): Promise<JsonObject> {
  const { documentAt } = await import('./openapi.ts')
  return documentAt(await session.client(), '/openapi/v2')
}

/** The level at which the log has a line for each request. */
const REQUESTS = 6

const isLogged = ({ flags }: Session): boolean => logLevel(flags, 'round_trippers') >= REQUESTS

/**
 * kubectl reads the schemas of an object's version to learn whether the server validates fields. Discovery says the same
 * here, so the requests are sent for the log only.
 */
export async function logSchemas(session: Session, object: ApiObject): Promise<void> {
  if (isCoreList(object) || !isLogged(session)) return
  const { versionSchemas } = await import('./openapi.ts')
  await versionSchemas(await session.client(), object.apiVersion ?? '')
}

/**
 * Refuses a document when the schemas cannot be read: no server answers, or it refuses the user. Until a request of the command
 * succeeds, a small document is requested to learn that. Returns whether discovery can be read.
 * @throws Failure
 */
async function requireSchemas(session: Session, document: ApiObject): Promise<boolean> {
  if (isCoreList(document)) return true
  const client = await session.client()
  try {
    if (isLogged(session)) await logSchemas(session, document)
    else if (!client.hasSucceeded) await client.json({ path: '/api' })
    return true
  } catch (error) {
    if (!isRequestFault(error)) throw error
    await publishedTypes(session).catch((refused: unknown) => {
      throw restated(refused, 'failed to download openapi')
    })
    // With a log, only the newer schemas were refused.
    return isLogged(session)
  }
}
