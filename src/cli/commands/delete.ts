import { goJson } from '../../../worker/api/go-json.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { dryRunOf } from '../write-options.ts'
import { forEach } from '../reporter.ts'
import type { Command } from '../command.ts'
import {
  allNamespacesFlag,
  dryRunFlag,
  fieldSelectorFlag,
  filenameFlags,
  outputFlag,
  selectorFlag,
} from '../common-flags.ts'
import type { DeletionOptions } from '../cascading-deletion.ts'
import { cascadeOf, removeTarget, uidOf, untilAllGone, untilGone } from '../cascading-deletion.ts'
import { kindName } from '../discovery.ts'
import {
  EMPTY_NAMESPACE,
  Failure,
  Failures,
  hasReason,
  NamespaceMissing,
  ServerError,
  VersionMissing,
} from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { rawPath, sendRaw } from '../raw-requests.ts'
import type { Selection, Target } from '../selection.ts'
import { pages, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { logLine } from '../klog.ts'
import { listed } from '../lists.ts'

export const deleteCommand = {
  name: 'delete',
  summary: 'Delete resources by file names, stdin, resources and names, or by resources and label selector',
  usage: 'delete ([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])',
  examples: [
    ['Delete what a file holds', '{cli} delete -f ./pod.yaml'],
    ['Delete by type and name', '{cli} delete pod web-0'],
    ['Delete what a label selects', '{cli} delete pods,services -l app=web'],
  ],
  flags: [
    boolean('all', 'Delete all resources of the given types in the namespace.'),
    allNamespacesFlag,
    text('cascade', 'Must be "background", "orphan", or "foreground": what becomes of dependents.', {
      fallback: 'background',
      bare: 'background',
      choices: ['background', 'foreground', 'orphan'],
    }),
    dryRunFlag,
    fieldSelectorFlag,
    ...filenameFlags('containing the resource to delete'),
    boolean('force', 'Remove the resource at once, without waiting for it to end.'),
    integer(
      'grace-period',
      "Seconds given to the resource to end. A negative number means the resource's own period.",
      { fallback: '-1' },
    ),
    boolean('ignore-not-found', 'Treat "resource not found" as a success.'),
    boolean('interactive', 'Delete only after the user confirms.', { short: 'i' }),
    boolean('now', 'Short for --grace-period=1.'),
    outputFlag(['name']),
    text('raw', 'Raw URI to DELETE to the server.'),
    selectorFlag,
    duration('timeout', 'How long to wait for a delete. 0 means no limit.', { fallback: '0s' }),
    boolean('wait', 'If true, wait until the resources are gone.', { fallback: 'true' }),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<void> {
  const { flags, host } = session
  cascadeOf(session)
  await session.namespace()
  const gracePeriod = gracePeriodOf(session)
  const dryRun = dryRunOf(session)
  const output = flags.text('output')
  const isRaw = flags.text('raw') !== ''
  if (!isRaw && flags.boolean('all') && (flags.text('selector') !== '' || flags.text('field-selector') !== ''))
    throw new Failure("setting 'all' parameter but found a non empty selector. ")
  const selection = isRaw ? undefined : await select(session, { all: flags.boolean('all') })
  checkOptions(session, gracePeriod)
  if (selection === undefined) return removeRaw(session)
  const ignore = ignoresMissing(session)
  const targets = await targetsOf(session, selection, ignore)
  if (flags.boolean('interactive') && !(await confirmed(session, { ...selection, targets }))) return
  const word = `${flags.boolean('force') ? 'force ' : ''}deleted${{ none: '', client: ' (dry run)', server: ' (server dry run)' }[dryRun]}`
  const wait = flags.boolean('wait') && dryRun === 'none'
  const reportDeleted = (target: Target): void =>
    host.stdout(
      output === 'name'
        ? `${kindName(target.type)}/${target.name}\n`
        : `${kindName(target.type)} ${JSON.stringify(target.name)} ${word}\n`,
    )
  const waiting: (() => Promise<void>)[] = []
  const warnOfScope = scopeWarning(session)
  let found = 0
  let ignored = 0
  await forEach(readTargets({ ...selection, targets }), async (target) => {
    found++
    try {
      requirePlace(target)
      warnOfScope(target)
      if (dryRun !== 'client') {
        const answer = await removeNamed(session, target, { gracePeriod, dryRun: dryRun === 'server' })
        if (wait) waiting.push(() => untilGone(session, target, uidOf(answer)))
      }
      reportDeleted(target)
    } catch (error) {
      if (!(ignore && hasReason(error, 'NotFound'))) throw error
      ignored++
      // kubectl waits for the missing object, too.
      if (wait) waiting.push(() => untilGone(session, target, undefined))
    }
  }).catch((error: unknown) => {
    // kubectl drops ignored failures from an aggregate. An aggregate for unreadable files then stays inside the outer aggregate.
    throw ignored > 0 && error instanceof Failures && error.errors === selection.unread ? new Failures([error]) : error
  })
  if (found === 0) return host.stdout('No resources found\n')
  if (wait && flags.text('timeout').startsWith('-'))
    logLine(host, 'E', 'until.go:159', 'Timeout for context shall not be negative!')
  await untilAllGone(waiting)
}

/** Whether a missing object is a success. By default it is when `--all` or a selector selects the objects. */
function ignoresMissing({ flags }: Session): boolean {
  if (flags.given('ignore-not-found')) return flags.boolean('ignore-not-found')
  return flags.boolean('all') || flags.text('selector') !== '' || flags.text('field-selector') !== ''
}

/** Returns a function that warns at the first object without a namespace when a namespace is given. */
function scopeWarning({ flags, host }: Session): (target: Target) => void {
  let warns = flags.text('namespace') !== '' && !flags.boolean('all-namespaces')
  return ({ type }) => {
    if (!warns || type.namespaced) return
    warns = false
    host.stderr('Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n')
  }
}

/** @throws the refusal of an object that kubectl refuses before it deletes anything */
function requirePlace({ refusal }: Target): void {
  if (refusal instanceof Failures) throw refusal
  if (refusal instanceof Failure && !(refusal instanceof NamespaceMissing)) throw refusal
}

/** Removes one object; a failure names the file that the object comes from. */
async function removeNamed(session: Session, target: Target, options: DeletionOptions): Promise<JsonObject> {
  try {
    if (target.refusal instanceof VersionMissing) throw target.refusal
    if (target.refusal !== undefined) throw new Failure(EMPTY_NAMESPACE)
    const answer = await removeTarget(session, target, options)
    // The answer to a dry run is an empty object when the object is already being deleted.
    if (answer.kind === undefined) throw new Failure(`Object 'Kind' is missing in '${goJson(answer)}\n'`)
    return answer
  } catch (error) {
    if (target.source === undefined) throw error
    const during = `error when deleting ${JSON.stringify(target.source)}`
    if (error instanceof ServerError) throw error.during(during)
    throw error instanceof Failure ? new Failure(`${during}: ${error.message}`) : error
  }
}

async function targetsOf(session: Session, selection: Selection, ignoresMissing: boolean): Promise<Target[]> {
  const targets = [...selection.targets]
  for (const query of selection.queries)
    try {
      for await (const page of pages(session, query, 'application/json'))
        for (const object of listed(page))
          targets.push({
            type: query.type,
            namespace: object.metadata?.namespace,
            name: object.metadata?.name ?? '',
            object,
          })
    } catch (error) {
      // The type itself may have been removed.
      if (!ignoresMissing || !hasReason(error, 'NotFound')) throw error
    }
  return targets
}

/**
 * Checks `-o` and `--force`, and warns of a forced deletion. kubectl does so after it has found the types of the
 * objects.
 * @throws Failure
 */
function checkOptions({ flags, host }: Session, gracePeriod: number): void {
  const output = flags.text('output')
  if (output !== '' && output !== 'name')
    throw new Failure(`unexpected -o output mode: ${output}. We only support '-o name'`)
  if (!flags.boolean('force')) return
  if (gracePeriod > 0) throw new Failure('--force and --grace-period greater than 0 cannot be specified together')
  host.stderr(
    'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
  )
}

async function removeRaw(session: Session): Promise<void> {
  const { flags, host } = session
  if (flags.boolean('interactive')) throw new Failure('--interactive can not be used with --raw')
  if (flags.list('filename').length > 0) return sendRaw(session, 'DELETE')
  if (flags.boolean('recursive')) throw new Failure('--raw and --recursive are mutually exclusive')
  if (flags.text('output') !== '') throw new Failure('--raw and --output are mutually exclusive')
  const path = await rawPath(flags.text('raw'))
  const client = await session.client()
  host.stdout(await client.text({ method: 'DELETE', path, isRaw: true }))
}

function gracePeriodOf({ flags }: Session): number {
  const given = flags.integer('grace-period')
  if (flags.boolean('now')) {
    if (given >= 0) throw new Failure('--now and --grace-period cannot be specified together')
    return 1
  }
  if (flags.boolean('force')) return Math.max(given, 0)
  // kubectl changes 0 to 1: only --force deletes without a grace period.
  return given === 0 ? 1 : given
}

/**
 * Shows the objects and asks. Only the word `y` confirms.
 * @throws Failures for unreadable documents and refused objects, before the question
 */
async function confirmed({ host }: Session, selection: Selection): Promise<boolean> {
  const targets: Target[] = []
  await forEach(readTargets(selection), async (target) => {
    requirePlace(target)
    targets.push(target)
  })
  if (targets.length === 0) {
    host.stdout('No resources found\n')
    return false
  }
  host.stdout(`You are about to delete the following ${targets.length} resource(s):\n`)
  for (const target of targets) host.stdout(`${kindName(target.type)}/${target.name}\n`)
  host.stdout('Do you want to continue? (y/n): ')
  const isConfirmed = /^\s*y(\s|$)/i.test(await host.stdin())
  if (!isConfirmed) host.stdout('deletion is cancelled\n')
  return isConfirmed
}
