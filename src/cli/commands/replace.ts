import { stringifyJson } from '../../../worker/codec/encode.ts'
import { changeQuery, dryRunOf, fieldValidation } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, validateFlag } from '../common-flags.ts'
import { cascadeOf, removeTarget, uidOf, untilAllGone, untilGone } from '../cascading-deletion.ts'
import { kindName, resourcePath } from '../discovery.ts'
import { logSchemas } from '../document-check.ts'
import { parseDuration } from '../duration.ts'
import { during, Failure, Failures, hasReason, Misplaced, ServerError, VersionMissing } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { withLastApplied } from '../last-applied.ts'
import type { Selection, Target } from '../selection.ts'
import { logReading, logReadingPath, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { sendRaw } from '../raw-requests.ts'
import { namesFiles } from '../manifests.ts'
import { unversioned } from '../unversioned.ts'

export const replace = {
  name: 'replace',
  summary: 'Replace a resource by file name or stdin',
  description:
    'Replace a resource by file name or stdin.\n\n JSON and YAML formats are accepted. The complete resource must be provided; {cli} get TYPE NAME -o yaml prints it.',
  usage: 'replace -f FILENAME',
  examples: [
    ['Replace what a file holds', '{cli} replace -f ./pod.yaml'],
    ['Delete, then create it again', '{cli} replace --force -f ./pod.yaml'],
  ],
  flags: [
    text('cascade', 'Must be "background", "orphan", or "foreground": what becomes of dependents.', {
      fallback: 'background',
      bare: 'background',
    }),
    dryRunFlag,
    fieldManagerFlag('{cli}-replace'),
    ...filenameFlags('to use to replace the resource'),
    boolean('force', 'Delete and create the resource again.'),
    integer('grace-period', 'Seconds given to the resource to end. Needs --force.', { fallback: '-1' }),
    ...printFlags,
    text('raw', 'Raw URI to PUT to the server.'),
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
    text('subresource', 'The subresource to replace. One of (status, scale).', {
      completes: 'fixed',
      choices: ['status', 'scale'],
    }),
    duration('timeout', 'How long to wait for a delete, with --force. 0 means no limit.', { fallback: '0s' }),
    validateFlag,
    boolean('wait', 'If true, wait until the old resource is gone.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<number | void> {
  const { flags } = session
  fieldValidation(flags.text('validate'))
  const dryRun = dryRunOf(session)
  await session.connection()
  const report = await reporter(session, dryRun)
  cascadeOf(session)
  await session.namespace()
  if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
  if (flags.integer('grace-period') >= 0 && !flags.boolean('force'))
    throw new Failure('--grace-period must have --force specified')
  if ((parseDuration(flags.text('timeout')) ?? 0) !== 0 && !flags.boolean('force'))
    throw new Failure('--timeout must have --force specified')
  if (flags.boolean('force') && dryRun !== 'none') throw new Failure('--dry-run can not be used when --force is set')
  if (flags.text('raw') !== '') return sendRaw(session, 'PUT')
  checkSubresource(flags.text('subresource'))
  const forced = flags.boolean('force')
  // kubectl reads the words of this command line only with `--force`. Then it validates documents after it has removed
  // the old objects.
  const words = forced ? session.args : []
  const selection = await select(session, { words, validates: !forced, readsWordsFirst: true })
  const client = await session.client()
  if (forced) await removeAll(session, selection)
  const tail = flags.text('subresource') === '' ? '' : `/${flags.text('subresource')}`
  if (forced && selection.targets.length === 0 && selection.unread.length === 0) {
    session.host.stdout('No resources found\n')
    throw new Failure('no objects passed to replace')
  }
  await forEach(readTargets(selection), async ({ type, namespace, name, object = {}, source = '', refusal }) => {
    if (refusal !== undefined)
      throw refusal instanceof VersionMissing && !forced
        ? refusal.during(`error when replacing ${JSON.stringify(source)}`)
        : refusal
    if (name === '' && !forced && dryRun !== 'client')
      throw new Failure(`error when replacing ${JSON.stringify(source)}: resource name may not be empty`)
    const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }
    const body = flags.boolean('save-config') ? withLastApplied(session, object, namespace) : placed
    if (dryRun === 'client') return report(body, 'replaced')
    if (forced && fieldValidation(flags.text('validate')) !== 'Ignore') await logSchemas(session, object)
    try {
      const path = forced ? resourcePath(type, namespace) : resourcePath(type, namespace, name) + tail
      const sent = forced ? unversioned(body) : await withCurrentVersion(client, path, body)
      report(
        await client.json({
          method: forced ? 'POST' : 'PUT',
          path,
          query: changeQuery(session, dryRun),
          body: stringifyJson(sent),
        }),
        'replaced',
      )
    } catch (error) {
      // With `--force`, the error of the create does not name the file.
      throw forced ? error : during(error, `error when replacing ${JSON.stringify(source)}`)
    }
  })
}

/**
 * Gives the object the resourceVersion that it has on the server, because some resources refuse an update without a
 * version. An object with a resourceVersion keeps it.
 */
async function withCurrentVersion(client: Client, path: string, object: ApiObject): Promise<ApiObject> {
  if (object.metadata?.resourceVersion) return object
  try {
    const { metadata }: ApiObject = await client.json({ path })
    return { ...object, metadata: { ...object.metadata, resourceVersion: metadata?.resourceVersion } }
  } catch (error) {
    // The update will fail too, and its error is the one to report.
    if (error instanceof ServerError) return object
    throw error
  }
}

export function checkSubresource(name: string): void {
  if (name !== '' && name !== 'status' && name !== 'scale')
    throw new Failure(`invalid subresource value: ${JSON.stringify(name)}. Must be one of [status scale]`)
}

/**
 * Removes the old objects, then waits for all of them. kubectl waits as `delete` does with `--wait` or a grace period
 * of 0, and polls otherwise.
 */
async function removeAll(session: Session, selection: Selection): Promise<void> {
  const { flags } = session
  const given = flags.integer('grace-period')
  const polls = given !== 0 && !flags.boolean('wait')
  const waiting: (() => Promise<void>)[] = []
  const removed: Target[] = []
  let absent = 0
  const removing = forEach(readTargets(selection), async (target) => {
    const { name, source, refusal } = target
    if (refusal instanceof Misplaced) throw refusal
    const deleting = `error when deleting ${JSON.stringify(source)}`
    if (name === '') throw new Failure(`${deleting}: resource name may not be empty`)
    try {
      // 0 becomes 1, as in `delete`.
      const answer = await removeTarget(session, target, { gracePeriod: given || 1 })
      const { type } = target
      session.host.stdout(
        flags.text('output') === 'name'
          ? `${kindName(type)}/${name}\n`
          : `${kindName(type)} ${JSON.stringify(name)} deleted\n`,
      )
      waiting.push(() => untilGone(session, target, uidOf(answer), { polls }))
      removed.push(target)
    } catch (error) {
      if (!hasReason(error, 'NotFound')) throw during(error, deleting)
      absent++
    }
  })
  await removing.catch((error: unknown) => {
    // kubectl keeps the aggregate from which it drops the failures of missing objects.
    throw absent > 0 && error instanceof Failures && error.errors.length === 1 ? new Failures([error]) : error
  })
  if (polls) await forEach(waiting, (wait) => wait())
  else await untilAllGone(waiting)
  for (const target of removed) await logMissing(session, target, { again: !polls })
}

/** The requests with which kubectl then looks for a removed object and for its namespace. They are sent for the log only. */
async function logMissing(session: Session, target: Target, { again }: { readonly again: boolean }): Promise<void> {
  const unlessMissing = (error: unknown): void => {
    if (!hasReason(error, 'NotFound')) throw error
  }
  if (again) await logReading(session, target).catch(unlessMissing)
  const { namespace } = target
  if (namespace !== undefined && namespace !== 'default')
    await logReadingPath(session, `/api/v1/namespaces/${namespace}`)
}
