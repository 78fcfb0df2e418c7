import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { changeQuery } from '../write-options.ts'
import { warnIfDeleting } from '../reporter.ts'
import type { Command } from '../command.ts'
import { fieldManagerFlag, filenameFlags, selectorFlag } from '../common-flags.ts'
import type { Comparison } from '../comparison.ts'
import { compare, fileNameOf, maskedSecrets, textOf } from '../comparison.ts'
import { resourcePath } from '../discovery.ts'
import { during, Exit, Failure, Failures, hasReason, errorText, UsageError } from '../failure.ts'
import { array, boolean, integer } from '../flags.ts'
import { logLine } from '../klog.ts'
import { lastAppliedKey } from '../last-applied.ts'
import { namesFiles } from '../manifests.ts'
import { prunable, prunedTypes, warnOfDefaultTypes } from '../prune.ts'
import type { Selection, Target } from '../selection.ts'
import { fetchTarget } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { textMap } from '../text-map.ts'
import { threeWayPatch } from '../three-way-patch.ts'
import { unversioned } from '../unversioned.ts'

export const diff = {
  name: 'diff',
  summary: 'Diff the live version against a would-be applied version',
  description:
    'Diff configurations specified by file name or stdin between the current online configuration, and the configuration as it would be if applied.\n\n The program that KUBECTL_EXTERNAL_DIFF names compares them, `diff -u -N` by default. Exit codes: 0 no differences were found, 1 differences were found, more than 1 an error occurred.',
  usage: 'diff -f FILENAME',
  examples: [['Diff the objects of a file', '{cli} diff -f shop.yaml']],
  flags: [
    integer('concurrency', 'Number of objects to process in parallel.', { fallback: '1' }),
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('containing the configuration to diff'),
    boolean('force-conflicts', 'If true, server-side apply takes over fields of other owners.'),
    boolean('prune', 'Include objects that an apply with --prune would delete.'),
    array('prune-allowlist', 'Override the default list of types that may be pruned: <group/version/kind>.'),
    selectorFlag,
    boolean('server-side', 'If true, apply runs in the server instead of the client.'),
    boolean('show-managed-fields', 'If true, include managed fields in the diff.'),
  ],
  flagErrorCode: 2,
  async run(session) {
    try {
      return await compare(session.host, await comparison(session))
    } catch (error) {
      if (error instanceof Exit) throw error
      const hint = error instanceof UsageError && error.hint !== undefined ? `${error.hint}\n` : ''
      session.host.stderr(errorText(error) + hint)
      return 2
    }
  },
} satisfies Command

/** The two versions to compare: each object as stored, and as an apply would store it. */
async function comparison(session: Session): Promise<Comparison> {
  const { flags, args, cli } = session
  if (args.length > 0)
    throw new UsageError(`Unexpected args: [${args.join(' ')}]`, `See '${cli} diff -h' for help and examples`)
  if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
  if (flags.boolean('force-conflicts') && !flags.boolean('server-side'))
    throw new Failure('--force-conflicts only works with --server-side')
  await session.connection()
  const prunes = flags.boolean('prune')
  const allowed = prunes && flags.given('prune-allowlist') ? await prunedTypes(session) : undefined
  const selection = await select(session)
  if (prunes) warnOfDefaultTypes(session)
  const files: Comparison = { live: new Map(), merged: new Map() }
  const text = (object: ApiObject | undefined | null): string => textOf(object, flags.boolean('show-managed-fields'))
  const visited: ApiObject[] = []
  await visitFiles(selection, async (target) => {
    if (target.refusal !== undefined) throw target.refusal
    const live = await liveObject(session, target)
    const merged = await mergedObject(session, target, live)
      .catch((error: unknown) => unlocked(session, target, error))
      .finally(() => live && warnIfDeleting(session, live))
    visited.push(live ?? { metadata: { namespace: target.namespace } })
    const [before, after] = maskedSecrets(live, merged)
    files.live.set(fileNameOf(target.type, target), text(before))
    files.merged.set(fileNameOf(target.type, target), text(after))
  })
  if (prunes)
    for await (const { target, object } of prunable(session, visited, allowed ?? (await prunedTypes(session))))
      files.live.set(fileNameOf(target.type, target), textOf(object, true))
  return files
}

/**
 * Visits the objects of each file until a failure in that file, then throws the first failure of all files. So does
 * kubectl.
 */
async function visitFiles({ targets, unread, unreadAt = [] }: Selection, visit: (target: Target) => Promise<void>) {
  const failed = new Set<string | undefined>()
  const failures: unknown[] = []
  const lists = new Map<ApiObject, unknown[]>()
  for (const [at, target] of targets.entries()) {
    const before = unread.filter((_, i) => unreadAt[i] === at)
    failures.push(...before)
    if (before.length > 0 && targets[at - 1]?.source === target.source) failed.add(target.source)
    const items = target.list && lists.get(target.list)
    if (failed.has(target.source) && items === undefined) continue
    await visit(target).catch((error: unknown) => {
      failed.add(target.source)
      const errors = error instanceof Failures ? error.errors : [error]
      if (items !== undefined) return void items.push(...errors)
      failures.push(error)
      if (target.list !== undefined) lists.set(target.list, [...errors])
    })
  }
  failures.push(...unread.filter((_, i) => unreadAt[i] === targets.length))
  if (failures.length === 0) return
  const [first] = failures
  const [root] = first instanceof Failures ? first.errors : [first]
  const items = [...lists.values()].find(([error]) => error === root) ?? []
  throw items.length > 1 ? new Failures(items) : first
}

const liveObject = (session: Session, target: Target): Promise<ApiObject | undefined> =>
  fetchTarget(session, target).catch((error: unknown) => {
    if (hasReason(error, 'NotFound')) return undefined
    throw error
  })

/**
 * Throws the error. kubectl retries after a conflict, and logs this line at the last attempt. This client logs it at
 * the first.
 */
function unlocked({ host }: Session, { type, name }: Target, error: unknown): never {
  if (hasReason(error, 'Conflict'))
    logLine(
      host,
      'W',
      'diff.go:668',
      `Object (${type.group}/${type.version}, Kind=${type.kind}: ${name}) keeps changing, diffing without lock`,
    )
  throw error
}

/**
 * The object that an apply would store, from a dry run. The patch for an existing object leaves the last-applied
 * annotation as it is, so `diff` does not print the annotation.
 */
async function mergedObject(session: Session, target: Target, live: ApiObject | undefined): Promise<ApiObject> {
  const { flags } = session
  const client = await session.client()
  const { type, namespace, name, object = {} } = target
  const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }
  const path = resourcePath(type, namespace, name)
  const query = { fieldManager: changeQuery(session, 'server').fieldManager, dryRun: 'All' }
  if (flags.boolean('server-side'))
    return client.json({
      method: 'PATCH',
      path,
      query: {
        ...query,
        fieldManager: flags.given('field-manager') ? flags.text('field-manager') : session.cli,
        force: String(flags.boolean('force-conflicts')),
      },
      contentType: 'application/apply-patch+yaml',
      body: stringifyJson(placed),
    })
  if (live === undefined)
    return client.json({
      method: 'POST',
      path: resourcePath(type, namespace),
      query,
      body: stringifyJson(unversioned(placed)),
    })
  const { [lastAppliedKey(session)]: _, ...annotations } = textMap(placed.metadata?.annotations) ?? {}
  const modified = {
    ...placed,
    metadata: {
      ...placed.metadata,
      annotations,
    },
  }
  const { patch, contentType } = await threeWayPatch(session, target, { modified, live })
  if (Object.keys(patch).length === 0) return live
  // The precondition requires the version that is compared.
  const locked = {
    ...patch,
    metadata: { ...objectOrEmpty(patch.metadata), resourceVersion: live.metadata?.resourceVersion },
  }
  try {
    return await client.json({ method: 'PATCH', path, query, contentType, body: stringifyJson(locked) })
  } catch (error) {
    throw during(error, `error when patching ${JSON.stringify(target.source)}`)
  }
}
