import { stringifyJson } from '../../worker/codec/encode.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { migrated } from './apply-migration.ts'
import { recorded } from './change-cause.ts'
import type { Applying } from './reporter.ts'
import { changeQuery } from './write-options.ts'
import { warnIfDeleting } from './reporter.ts'
import { resourcePath } from './discovery.ts'
import type { ServerError } from './failure.ts'
import { Failure, hasReason } from './failure.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** Sends a server-side apply, which merges by field owners. */
export async function applyOnServer(session: Session, target: Target, { dryRun, report }: Applying): Promise<void> {
  const { flags } = session
  const client = await session.client()
  const { type, namespace, name } = target
  const { object = {} } = target
  const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }
  const manager = flags.given('field-manager') ? flags.text('field-manager') : session.cli
  const request = {
    method: 'PATCH',
    path: resourcePath(type, namespace, name),
    query: { ...changeQuery(session, dryRun), fieldManager: manager, force: String(flags.boolean('force-conflicts')) },
    contentType: 'application/apply-patch+yaml',
    body: stringifyJson(recorded(session, placed)),
  }
  const apply = (): Promise<ApiObject> => client.json(request)
  const applied = await apply().catch((error: unknown) => {
    throw hasReason(error, 'Conflict') ? conflictFailure(session, error as ServerError) : error
  })
  const current = await migrated({ session, target, dryRun, manager, apply }, applied)
  warnIfDeleting(session, current)
  report(current, 'serverside-applied')
}

function conflictFailure(session: Session, { message }: ServerError): Failure {
  const { dialect } = session.host
  const more =
    dialect.name === 'k8s'
      ? dialect.spell('\nSee https://{labels}/docs/reference/using-api/server-side-apply/#conflicts')
      : ''
  return new Failure(`${message}
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).${more}`)
}
