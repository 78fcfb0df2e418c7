import { stringifyJson } from '../../../worker/codec/encode.ts'
import { readJson } from '../../../worker/codec/json-reader.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { createThreeWayMergePatch } from '../../../worker/patch/merge-patch.ts'
import { createThreeWayStrategicMergePatch } from '../../../worker/patch/strategic-diff.ts'
import type { DryRun, Report } from '../changes.ts'
import { changeQuery, dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, hasReason, ServerError } from '../failure.ts'
import { boolean } from '../flags.ts'
import { lastAppliedKey, lastAppliedOf, withLastApplied } from '../last-applied.ts'
import { strategicSchema } from '../local-patch.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, select } from '../selection.ts'
import type { Session } from '../session.ts'

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
    dryRunFlag,
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('that contains the configuration to apply'),
    boolean('force-conflicts', 'If true, server-side apply takes over fields that others own.'),
    boolean('overwrite', 'Resolve conflicts between the modified and live configuration in favour of the modified.', {
      fallback: 'true',
    }),
    ...printFlags,
    selectorFlag,
    boolean('server-side', 'If true, apply runs in the server instead of the client.'),
    validateFlag,
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { flags } = session
  const serverSide = flags.boolean('server-side')
  if (flags.list('filename').length === 0 && !flags.given('kustomize'))
    throw new Failure('must specify one of -f and -k')
  if (session.args.length > 0) throw new Failure(`Unexpected args: [${session.args.join(' ')}]`)
  if (flags.boolean('force-conflicts') && !serverSide)
    throw new Failure('--force-conflicts only works with --server-side')
  const dryRun = dryRunOf(session)
  if (dryRun === 'client' && serverSide)
    throw new Failure("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)")
  const selection = await select(session)
  if (selection.targets.length === 0) throw new Failure('no objects passed to apply')
  const results: [ApiObject, string][] = []
  const report = await reporter(session, dryRun)
  const listed = flags.text('output') !== '' && flags.text('output') !== 'name' && selection.targets.length > 1
  // Several objects in YAML or JSON are printed as one list.
  const told: Report = listed ? (object, operation) => results.push([object, operation]) : report
  await forEach(selection.targets, (target) =>
    serverSide ? applyOnServer(session, target, dryRun, told) : applyInClient(session, target, dryRun, told),
  )
  if (listed) report({ apiVersion: 'v1', kind: 'List', items: results.map(([object]) => object), metadata: {} }, '')
}

async function applyOnServer(session: Session, target: Target, dryRun: DryRun, report: Report): Promise<void> {
  const { flags } = session
  const client = await session.client()
  const { type, namespace, name, object = {} } = target
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

async function applyInClient(session: Session, target: Target, dryRun: DryRun, report: Report): Promise<void> {
  const { type, namespace, name, object = {}, source = '' } = target
  const modified = withLastApplied(session, object, namespace)
  let live: ApiObject
  try {
    live = await fetchTarget(session, target)
  } catch (error) {
    if (hasReason(error, 'NotFound')) return create(session, target, modified, dryRun, report)
    if (!(error instanceof ServerError)) throw error
    const where = `${type.group}/${type.version}`
    throw error.during(
      `error when retrieving current configuration of:\nResource: "${where}, Resource=${type.resource}", GroupVersionKind: "${where}, Kind=${type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}\nfrom server for: ${JSON.stringify(source)}`,
    )
  }
  if (lastAppliedOf(session, live) === undefined) warnMissing(session, target)
  if (dryRun === 'client') return report(live, 'configured')
  const { patch, contentType } = await patchFor(session, object, modified, live)
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
    const what = `Resource: "${type.group}/${type.version}, Resource=${type.resource}", GroupVersionKind: "${type.group}/${type.version}, Kind=${type.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace ?? '')}`
    throw error.during(
      `error when applying patch:\n${stringifyJson(patch)}\nto:\n${what}\nfor: ${JSON.stringify(source)}`,
    )
  }
}

async function create(
  session: Session,
  target: Target,
  modified: ApiObject,
  dryRun: DryRun,
  report: Report,
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

/** The three-way patch: strategic where the type says how its lists merge, else a merge patch. */
async function patchFor(session: Session, object: ApiObject, modified: ApiObject, live: ApiObject) {
  const text = lastAppliedOf(session, live)
  const original = text === undefined ? {} : readJson(text).value
  const before: JsonObject = isObject(original) ? original : {}
  const schema = await strategicSchema(session, object)
  if (schema === undefined)
    return { patch: createThreeWayMergePatch(before, modified, live), contentType: 'application/merge-patch+json' }
  return {
    patch: createThreeWayStrategicMergePatch(before, modified, live, schema),
    contentType: 'application/strategic-merge-patch+json',
  }
}

/** What an apply would make of the live object, for `diff`: undefined where there is none yet. */
export async function dryApply(
  session: Session,
  target: Target,
): Promise<{ live: ApiObject | undefined; merged: ApiObject }> {
  let merged: ApiObject = {}
  const live = await fetchTarget(session, target).catch((error: unknown) => {
    if (hasReason(error, 'NotFound')) return undefined
    throw error
  })
  const keep: Report = (object) => {
    merged = object
  }
  const work = session.flags.boolean('server-side') ? applyOnServer : applyInClient
  await work(session, target, 'server', keep)
  return { live, merged }
}
