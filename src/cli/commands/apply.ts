import type { ApiObject } from '../../../worker/api/object.ts'
import { recordFlag } from '../change-cause.ts'
import type { DryRun } from '../write-options.ts'
import type { Applying, Report } from '../reporter.ts'
import { dryRunOf, fieldValidation } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import { applyInClient } from '../client-apply.ts'
import type { Command, CommandEntry } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { cascadeOf } from '../cascading-deletion.ts'
import { dropFailure, Failure, Failures, throwAll, UsageError, VersionMissing } from '../failure.ts'
import { array, boolean, duration, integer, text } from '../flags.ts'
import { namesFiles } from '../manifests.ts'
import type { Target } from '../selection.ts'
import { isMatched, unreadIn } from '../selected-objects.ts'
import { select } from '../selection.ts'
import { typedList, typedListJson } from '../printers/typed-list.ts'
import { applyOnServer } from '../server-apply.ts'
import { logLevel, logLine } from '../klog.ts'
import type { Session } from '../session.ts'

const lastApplied = (name: 'edit' | 'set' | 'view'): CommandEntry => ({
  name: `${name}-last-applied`,
  load: () => import('./apply-last-applied.ts').then((file) => file.lastAppliedCommands[name]),
})

export const apply = {
  name: 'apply',
  summary: 'Apply a configuration to a resource by file name or stdin',
  description:
    'Apply a configuration to a resource by file name or stdin. The resource name must be specified. This resource will be created if it does not exist yet.\n\n JSON and YAML formats are accepted.',
  usage: 'apply (-f FILENAME | -k DIRECTORY)',
  examples: [
    ['Apply what a file holds', '{cli} apply -f ./shop.yaml'],
    ['Apply what comes on standard input', 'cat shop.yaml | {cli} apply -f -'],
    ['Let the server merge the fields of the file, and become their owner', '{cli} apply --server-side -f ./shop.yaml'],
  ],
  flags: [
    text('cascade', 'Must be "background", "orphan", or "foreground": what becomes of dependents, with --prune.', {
      fallback: 'background',
      bare: 'background',
    }),
    dryRunFlag,
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('that contains the configuration to apply'),
    boolean('force', 'Delete objects that cannot be changed, and create them again.'),
    boolean('force-conflicts', 'If true, server-side apply takes over fields of other owners.'),
    integer(
      'grace-period',
      "Grace period of deleted objects in seconds. A negative number means the object's own period.",
      {
        fallback: '-1',
      },
    ),
    boolean('all', 'Select all resources of the namespace, with --prune.'),
    boolean('openapi-patch', 'Use the schema of the server to calculate the patch.', {
      fallback: 'true',
      hidden: true,
    }),
    boolean('overwrite', 'Resolve conflicts between the modified and live configuration in favour of the modified.', {
      fallback: 'true',
    }),
    ...printFlags,
    boolean('prune', 'Delete objects of an earlier apply that this apply omits. Needs --all or -l.'),
    recordFlag,
    text(
      'applyset',
      'The object that holds the set of what is applied together: TYPE.GROUP/NAME, or NAME of a secret.',
      {
        enabledBy: 'APPLYSET',
      },
    ),
    array('prune-allowlist', 'Override the default list of types that may be pruned: <group/version/kind>.'),
    selectorFlag,
    boolean('server-side', 'If true, apply runs in the server instead of the client.'),
    duration('timeout', 'How long to wait for a delete. 0 means no limit.', { fallback: '0s' }),
    validateFlag,
    boolean('wait', 'If true, wait until deleted objects are gone.'),
  ],
  commands: [lastApplied('edit'), lastApplied('set'), lastApplied('view')],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { flags } = session
  if (session.args.length > 0)
    throw new UsageError(
      `Unexpected args: [${session.args.join(' ')}]`,
      `See '${session.cli} apply -h' for help and examples`,
    )
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun, { isLate: true })
  cascadeOf(session)
  await session.connection()
  if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
  fieldValidation(flags.text('validate'))
  const sets = flags.text('applyset') === '' ? undefined : await import('../apply-set.ts')
  const set = await sets?.applySetOf(session, dryRun)
  const pruning = flags.boolean('prune') ? await import('../prune.ts') : undefined
  // kubectl looks for the default types after it has applied the objects.
  const allowed = flags.given('prune-allowlist') ? await pruning?.prunedTypes(session) : undefined
  checkFlags(session, dryRun)
  if (set === undefined) checkPruning(session)
  else await sets?.checkApplySet(set)
  const selection = await select(session)
  const matched = selection.targets.filter(isMatched)
  const targets = set === undefined ? matched : (sets?.withMembership(set, matched) ?? [])
  const unread = unreadIn(selection)
  if (targets.length === 0 && unread.length === 0) throw new Failure('no objects passed to apply')
  const before = set === undefined ? undefined : await sets?.openApplySet(set, targets)
  const results: [ApiObject, string][] = []
  const applied: ApiObject[] = []
  const listed = flags.text('output') !== '' && flags.text('output') !== 'name' && targets.length > 1
  // With an output format other than `name`, several objects are printed as one list.
  const reportOrCollect: Report = listed ? (object, operation) => results.push([object, operation]) : report
  const collect: Report = (object, operation) => {
    applied.push(object)
    reportOrCollect(object, operation)
  }
  const errors: unknown[] = unread.length === 0 ? [] : [new Failures(unread)]
  for (const target of targets)
    await applyOne(session, target, { dryRun, report: collect }).catch((error: unknown) => void errors.push(error))
  throwAll(errors)
  if (logLevel(flags, 'apply') >= 4) logLine(session.host, 'I', 'apply.go:541', 'Running apply post-processor function')
  if (listed)
    reportList(
      session,
      report,
      results.map(([object]) => object),
    )
  const printPruned = await reporter(session, dryRun, { isApart: true, isLate: true })
  const reportPruned: Report = (object, operation) => dropFailure(() => printPruned(object, operation))
  if (set !== undefined && before !== undefined)
    await sets?.closeApplySet(set, before, { targets, applied, report: reportPruned })
  else if (pruning !== undefined) {
    const types = allowed ?? (await pruning.prunedTypes(session))
    await pruning.prune(session, applied, types, { dryRun, report: reportPruned })
  }
}

function reportList({ flags, host }: Session, report: Report, items: ApiObject[]): void {
  const json = typedListJson(items, flags)
  if (json === undefined) report(typedList(items), '')
  else host.stdout(json)
}

/** @throws Failure for flags that exclude each other */
function checkFlags({ flags }: Session, dryRun: DryRun): void {
  const serverSide = flags.boolean('server-side')
  if (flags.boolean('force-conflicts') && !serverSide)
    throw new Failure('--force-conflicts only works with --server-side')
  if (dryRun === 'client' && serverSide)
    throw new Failure("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)")
  if (serverSide && flags.boolean('force')) throw new Failure('--force cannot be used with --server-side')
  if (dryRun === 'server' && flags.boolean('force')) throw new Failure('--dry-run=server cannot be used with --force')
  if (flags.boolean('all') && flags.text('selector') !== '')
    throw new Failure('cannot set --all and --selector at the same time')
}

/** @throws Failure for flags that pruning without an apply set cannot have */
function checkPruning({ flags }: Session): void {
  if (!flags.boolean('prune')) return
  // Pruning keeps applied objects by uid, and an object that `--force` creates again has another uid.
  if (flags.boolean('force')) throw new Failure('--force cannot be used with --prune')
  if (!flags.boolean('all') && flags.text('selector') === '')
    throw new Failure(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    )
  if (flags.boolean('server-side'))
    throw new Failure("--prune is in alpha and doesn't currently work on objects created by server-side apply")
}

async function applyOne(session: Session, target: Target, applying: Applying): Promise<void> {
  const isOnServer = session.flags.boolean('server-side')
  // In the client, an object without a version does not exist yet.
  if (target.refusal !== undefined && (isOnServer || !(target.refusal instanceof VersionMissing))) throw target.refusal
  const { generateName } = target.object?.metadata ?? {}
  if (target.name === '' && generateName) throw new Failure(`from ${generateName}: cannot use generate name with apply`)
  const work = isOnServer ? applyOnServer : applyInClient
  await work(session, target, applying)
}
