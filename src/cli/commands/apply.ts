import { stringifyJson } from '../../../worker/codec/encode.ts'
import { readJson } from '../../../worker/codec/json-reader.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { createThreeWayMergePatch } from '../../../worker/patch/merge-patch.ts'
import { createThreeWayStrategicMergePatch } from '../../../worker/patch/strategic-diff.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import type { DryRun, Report } from '../changes.ts'
import { changeQuery, dryRunOf, fieldValidation, reporter } from '../changes.ts'
import type { Command, CommandEntry } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { removeTarget } from '../deletion.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, Failures, hasReason, ServerError, throwAll, UsageError } from '../failure.ts'
import { array, boolean, duration, integer, text } from '../flags.ts'
import { lastAppliedKey, lastAppliedOf, withLastApplied } from '../last-applied.ts'
import { strategicSchema } from '../local-patch.ts'
import type { Target } from '../selection.ts'
import { fetchTarget } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { namesFiles } from '../manifests.ts'

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
    ['Let the server merge, and own the fields that the file names', '{cli} apply --server-side -f ./shop.yaml'],
  ],
  flags: [
    text('cascade', 'Must be "background", "orphan", or "foreground": what becomes of dependents, with --prune.', {
      fallback: 'background',
      bare: 'background',
    }),
    dryRunFlag,
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('that contains the configuration to apply'),
    boolean('force', 'Delete and create again what cannot be changed.'),
    boolean('force-conflicts', 'If true, server-side apply takes over fields that others own.'),
    integer('grace-period', 'Seconds given to what is deleted; negative: its own.', { fallback: '-1' }),
    boolean('all', 'Select all resources of the namespace, with --prune.'),
    boolean('openapi-patch', 'Use the schema of the server to calculate the patch.', {
      fallback: 'true',
      hidden: true,
    }),
    boolean('overwrite', 'Resolve conflicts between the modified and live configuration in favour of the modified.', {
      fallback: 'true',
    }),
    ...printFlags,
    boolean('prune', 'Delete objects that were applied before and are not in what is applied now. Needs --all or -l.'),
    recordFlag,
    array('prune-allowlist', 'Overwrite the default list of what may be pruned: <group/version/kind>.'),
    selectorFlag,
    boolean('server-side', 'If true, apply runs in the server instead of the client.'),
    duration('timeout', 'How long to wait for a delete. 0: no limit.', { fallback: '0s' }),
    validateFlag,
    boolean('wait', 'If true, wait until what is deleted is gone.'),
  ],
  commands: [lastApplied('edit'), lastApplied('set'), lastApplied('view')],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { flags } = session
  const serverSide = flags.boolean('server-side')
  if (session.args.length > 0)
    throw new UsageError(
      `Unexpected args: [${session.args.join(' ')}]`,
      `See '${session.cli} apply -h' for help and examples`,
    )
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun)
  if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
  fieldValidation(flags.text('validate'))
  const pruning = flags.boolean('prune') ? await import('../prune.ts') : undefined
  const pruned = await pruning?.prunedTypes(session)
  if (flags.boolean('force-conflicts') && !serverSide)
    throw new Failure('--force-conflicts only works with --server-side')
  if (dryRun === 'client' && serverSide)
    throw new Failure("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)")
  if (serverSide && flags.boolean('force')) throw new Failure('--force cannot be used with --server-side')
  if (dryRun === 'server' && flags.boolean('force')) throw new Failure('--dry-run=server cannot be used with --force')
  if (flags.boolean('all') && flags.given('selector'))
    throw new Failure('cannot set --all and --selector at the same time')
  if (flags.boolean('prune') && !flags.boolean('all') && !flags.given('selector'))
    throw new Failure(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    )
  if (flags.boolean('prune') && serverSide)
    throw new Failure("--prune is in alpha and doesn't currently work on objects created by server-side apply")
  const { targets, unread } = await select(session)
  if (targets.length === 0 && unread.length === 0) throw new Failure('no objects passed to apply')
  const results: [ApiObject, string][] = []
  const applied: ApiObject[] = []
  const listed = flags.text('output') !== '' && flags.text('output') !== 'name' && targets.length > 1
  // Several objects in YAML or JSON are printed as one list.
  const told: Report = listed ? (object, operation) => results.push([object, operation]) : report
  const collect: Report = (object, operation) => {
    applied.push(object)
    told(object, operation)
  }
  const errors: unknown[] = unread.length === 0 ? [] : [new Failures(unread)]
  for (const target of targets)
    await applyOne(session, target, { dryRun, report: collect }).catch((error: unknown) => void errors.push(error))
  throwAll(errors)
  if (pruned !== undefined) await pruning?.prune(session, applied, pruned, { dryRun, report })
  if (listed) report({ kind: 'List', apiVersion: 'v1', metadata: {}, items: results.map(([object]) => object) }, '')
}

interface Applying {
  readonly dryRun: DryRun
  readonly report: Report
}

async function applyOne(session: Session, target: Target, applying: Applying): Promise<void> {
  if (target.refusal !== undefined) throw target.refusal
  const { generateName } = target.object?.metadata ?? {}
  if (target.name === '' && generateName) throw new Failure(`from ${generateName}: cannot use generate name with apply`)
  const work = session.flags.boolean('server-side') ? applyOnServer : applyInClient
  await work(session, target, applying)
}

async function applyOnServer(session: Session, target: Target, { dryRun, report }: Applying): Promise<void> {
  const { flags } = session
  const client = await session.client()
  const { type, namespace, name } = target
  const object = recorded(session, target.object ?? {})
  try {
    const applied = await client.json({
      method: 'PATCH',
      path: resourcePath(type, namespace, name),
      query: {
        ...changeQuery(session, dryRun),
        fieldManager: flags.given('field-manager') ? flags.text('field-manager') : session.cli,
        force: String(flags.boolean('force-conflicts')),
      },
      contentType: 'application/apply-patch+yaml',
      body: stringifyJson(object),
    })
    report(applied, 'serverside-applied')
  } catch (error) {
    throw hasReason(error, 'Conflict') ? conflictFailure(session, error as ServerError) : error
  }
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

async function applyInClient(session: Session, target: Target, { dryRun, report }: Applying): Promise<void> {
  const { type, namespace, name, source = '' } = target
  const object = recorded(session, target.object ?? {})
  const modified = withLastApplied(session, object, namespace)
  let live: ApiObject
  try {
    live = await fetchTarget(session, target)
  } catch (error) {
    if (hasReason(error, 'NotFound')) return create(session, target, modified, { dryRun, report })
    if (!(error instanceof ServerError)) throw error
    const where = `${type.group}/${type.version}`
    throw error.during(
      `error when retrieving current configuration of:\nResource: "${where}, Resource=${type.resource}", GroupVersionKind: "${where}, Kind=${type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}\nfrom server for: ${JSON.stringify(source)}`,
    )
  }
  if (lastAppliedOf(session, live) === undefined) warnMissing(session, target)
  if (dryRun === 'client') return report(live, 'configured')
  const what = `Resource: "${type.group}/${type.version}, Resource=${type.resource}", GroupVersionKind: "${type.group}/${type.version}, Kind=${type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}`
  const during = (patch: string): string =>
    `error when applying patch:\n${patch}\nto:\n${what}\nfor: ${JSON.stringify(source)}`
  const before = readLastApplied(session, live)
  if (before === undefined) throw new Failure(`${during('')}: ${unmergeable(session, target, modified, live)}`)
  const { patch, contentType } = await patchFor(session, object, { before, modified, live })
  if (Object.keys(patch).length === 0) return report(live, 'unchanged')
  const client = await session.client()
  try {
    const changed = (await client.json({
      method: 'PATCH',
      path: resourcePath(type, namespace, name),
      query: changeQuery(session, dryRun),
      contentType,
      body: stringifyJson(patch),
    })) as ApiObject
    const same = changed.metadata?.resourceVersion === live.metadata?.resourceVersion && dryRun === 'none'
    report(changed, same ? 'unchanged' : 'configured')
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    const refused = hasReason(error, 'Conflict') || hasReason(error, 'Invalid')
    if (!refused || !session.flags.boolean('force'))
      throw error.during(`error when patching ${JSON.stringify(source)}`).during(during(goJson(patch)))
    await removeTarget(session, target, { gracePeriod: session.flags.integer('grace-period'), wait: true })
    await create(session, target, modified, {
      dryRun,
      report: (created) => report(created, 'configured'),
    })
  }
}

async function create(
  session: Session,
  target: Target,
  modified: ApiObject,
  { dryRun, report }: Applying,
): Promise<void> {
  if (dryRun === 'client') return report(modified, 'created')
  const client = await session.client()
  try {
    report(
      await client.json({
        method: 'POST',
        path: resourcePath(target.type, target.namespace),
        query: changeQuery(session, dryRun),
        body: stringifyJson(modified),
      }),
      'created',
    )
  } catch (error) {
    throw error instanceof ServerError
      ? error.during(`error when creating ${JSON.stringify(target.source ?? '')}`)
      : error
  }
}

function warnMissing(session: Session, { type, name }: Target): void {
  const { cli } = session
  session.host.stderr(
    `Warning: resource ${type.resource}/${name} is missing the ${lastAppliedKey(session)} annotation which is required by ${cli} apply. ${cli} apply should only be used on resources created declaratively by either ${cli} create --save-config or ${cli} apply. The missing annotation will be patched automatically.\n`,
  )
}

/** The last applied configuration: empty without the annotation, undefined when the annotation holds no object. */
export function readLastApplied(session: Session, live: ApiObject): JsonObject | undefined {
  const text = lastAppliedOf(session, live)
  if (text === undefined) return {}
  try {
    const { value } = readJson(text)
    return isObject(value) ? value : undefined
  } catch {
    // Another program wrote the annotation; the caller reports it.
    return undefined
  }
}

/** Why no patch can be made of an annotation that is no object, with all that goes into one. */
function unmergeable(session: Session, { source = '' }: Target, modified: ApiObject, live: ApiObject): string {
  for (const spec of ['openapi v3', 'openapi'])
    session.host.stderr(`warning: error calculating patch from ${spec} spec: invalid JSON document\n`)
  const original = lastAppliedOf(session, live) ?? ''
  return `error when patching ${JSON.stringify(source)}: creating patch with:\noriginal:\n${original}\nmodified:\n${goJson(modified)}\n\ncurrent:\n${goJson(live)}\n\nfor:: invalid JSON document`
}

/** The three-way patch: strategic when the schema declares how lists merge, else a merge patch. */
export async function patchFor(
  session: Session,
  object: ApiObject,
  { before, modified, live }: { readonly before: JsonObject; readonly modified: ApiObject; readonly live: ApiObject },
) {
  const schema = await strategicSchema(session, object)
  if (schema === undefined)
    return { patch: createThreeWayMergePatch(before, modified, live), contentType: 'application/merge-patch+json' }
  return {
    patch: createThreeWayStrategicMergePatch({ original: before, modified, current: live }, schema),
    contentType: 'application/strategic-merge-patch+json',
  }
}
