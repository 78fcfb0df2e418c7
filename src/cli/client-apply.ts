import { stringifyJson } from '../../worker/codec/encode.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'
import { recorded } from './change-cause.ts'
import type { Applying } from './reporter.ts'
import { changeQuery } from './write-options.ts'
import { warnIfDeleting } from './reporter.ts'
import { removeTarget, uidOf, untilGone } from './cascading-deletion.ts'
import { resourcePath } from './discovery.ts'
import { during as duringAction, Failure, faultText, hasReason, ServerError } from './failure.ts'
import { lastAppliedKey, lastAppliedOf, withLastApplied } from './last-applied.ts'
import { fetchTarget } from './selected-objects.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'
import { threeWayPatch, Unmergeable } from './three-way-patch.ts'
import { unversioned } from './unversioned.ts'

/**
 * Client-side apply: computes a patch from the last applied configuration, and creates the object when it is absent.
 */
export async function applyInClient(session: Session, target: Target, { dryRun, report }: Applying): Promise<void> {
  const { type, namespace, name, source = '' } = target
  const object = recorded(session, target.object ?? {})
  const modified = withLastApplied(session, object, namespace)
  let live: ApiObject
  try {
    live = await fetchTarget(session, target)
  } catch (error) {
    if (hasReason(error, 'NotFound')) return create(session, target, modified, { dryRun, report })
    throw whileRetrieving(target, error)
  }
  if (dryRun === 'client') return report(live, 'configured')
  if (lastAppliedOf(session, live) === undefined) warnMissing(session, target)
  const what = `Resource: "${type.group}/${type.version}, Resource=${type.resource}", GroupVersionKind: "${type.group}/${type.version}, Kind=${object.kind ?? type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}`
  const during = (patch: string): string =>
    `error when applying patch:\n${patch}\nto:\n${what}\nfor: ${JSON.stringify(source)}`
  const overwrites = session.flags.boolean('overwrite')
  const { patch, contentType } = await threeWayPatch(session, target, { modified, live }, overwrites).catch(
    (error: unknown) => {
      throw error instanceof Unmergeable ? new Failure(`${during('')}: ${error.message}`) : error
    },
  )
  if (Object.keys(patch).length === 0) {
    warnIfDeleting(session, live)
    return report(live, 'unchanged')
  }
  const client = await session.client()
  try {
    const changed = (await client.json({
      method: 'PATCH',
      path: resourcePath(type, namespace, name),
      query: changeQuery(session, dryRun),
      contentType,
      body: goJson(patch),
    })) as ApiObject
    warnIfDeleting(session, changed)
    report(changed, 'configured')
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    const refused = hasReason(error, 'Conflict') || hasReason(error, 'Invalid')
    if (!refused || !session.flags.boolean('force'))
      throw error.during(`error when patching ${JSON.stringify(source)}`).during(during(goJson(patch)))
    const applying = { dryRun, report: (created: ApiObject) => report(created, 'configured') }
    await replaceByForce(session, { target, live, modified }, applying).catch((fault: unknown) => {
      const why = during(`${goJson(modified)}\n`)
      if (fault instanceof ServerError) throw fault.during(why)
      throw fault instanceof Failure ? new Failure(`${why}: ${fault.message}`) : fault
    })
  }
}

interface Forced {
  readonly target: Target
  readonly live: ApiObject
  readonly modified: ApiObject
}

/** Deletes the object and creates the new one. When the server refuses that, creates the old object again. */
async function replaceByForce(
  session: Session,
  { target, live, modified }: Forced,
  { dryRun, report }: Applying,
): Promise<void> {
  const answer = await removeTarget(session, target, { gracePeriod: session.flags.integer('grace-period') })
  await untilGone(session, target, uidOf(answer), { polls: true })
  const post = (object: ApiObject): Promise<ApiObject> => posted(session, target, object, dryRun)
  let created: ApiObject
  try {
    created = await post(modified)
  } catch (error) {
    await post(live).catch((again: unknown) => {
      throw new Failure(
        `An error occurred force-replacing the existing object with the newly provided one:\n\n${faultText(error)}.\n\nAdditionally, an error occurred attempting to restore the original object:\n\n${faultText(again)}`,
      )
    })
    throw error
  }
  report(created, 'configured')
}

/** A failed read of the current configuration, with the object and its file. */
export function whileRetrieving({ type, name, namespace, source = '' }: Target, error: unknown): unknown {
  const where = `${type.group}/${type.version}`
  const what = `error when retrieving current configuration of:\nResource: "${where}, Resource=${type.resource}", GroupVersionKind: "${where}, Kind=${type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}\nfrom server for: ${JSON.stringify(source)}`
  return name === '' && error instanceof Failure ? new Failure(`${what}: ${error.message}`) : duringAction(error, what)
}

async function create(
  session: Session,
  target: Target,
  modified: ApiObject,
  { dryRun, report }: Applying,
): Promise<void> {
  if (dryRun === 'client') return report(modified, 'created')
  try {
    if (target.refusal !== undefined) throw target.refusal
    report(await posted(session, target, modified, dryRun), 'created')
  } catch (error) {
    throw error instanceof ServerError
      ? error.during(`error when creating ${JSON.stringify(target.source ?? '')}`)
      : error
  }
}

async function posted(
  session: Session,
  { type, namespace }: Target,
  object: ApiObject,
  dryRun: Applying['dryRun'],
): Promise<ApiObject> {
  const client = await session.client()
  return client.json({
    method: 'POST',
    path: resourcePath(type, namespace),
    query: changeQuery(session, dryRun),
    body: stringifyJson(unversioned(object)),
  })
}

function warnMissing(session: Session, { type, name }: Target): void {
  const { cli } = session
  session.host.stderr(
    `Warning: resource ${type.resource}/${name} is missing the ${lastAppliedKey(session)} annotation which is required by ${cli} apply. ${cli} apply should only be used on resources created declaratively by either ${cli} create --save-config or ${cli} apply. The missing annotation will be patched automatically.\n`,
  )
}
