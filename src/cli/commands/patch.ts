import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { causeOf, recordFlag } from '../change-cause.ts'
import type { DryRun } from '../write-options.ts'
import { dryRunOf, fieldManager } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import { Failure, hasReason, ServerError, VersionMissing } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { FileError, readText } from '../host.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { manifestsOf, namesFiles } from '../manifests.ts'
import { mergePatched } from '../merge-patched.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { unmarshalFault } from '../../../worker/api/unmarshal-fault.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { checkSubresource } from './replace.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/** Patches objects on the server or, with `--local`, from files (reference/command-line.md 4 to 7). */
export const patch = {
  name: 'patch',
  summary: 'Update fields of a resource',
  description:
    'Update fields of a resource using strategic merge patch, a JSON merge patch, or a JSON patch.\n\n JSON and YAML formats are accepted. Strategic merge patch is not supported for custom resources.',
  usage: 'patch (-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]',
  examples: [
    ['Strategic merge patch, as JSON', `{cli} patch node worker-1 -p '{"spec":{"unschedulable":true}}'`],
    ['The same, as YAML', `{cli} patch node worker-1 -p $'spec:\\n unschedulable: true'`],
    [
      'JSON patch with positional arrays',
      `{cli} patch pod web --type=json -p='[{"op": "replace", "path": "/spec/containers/0/image", "value":"new image"}]'`,
    ],
    [
      'The scale subresource',
      `{cli} patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":2}}'`,
    ],
  ],
  flags: [
    dryRunFlag,
    fieldManagerFlag('{cli}-patch'),
    ...filenameFlags('identifying the resource to update'),
    boolean('local', 'If true, patch operates on the content of the file, not on the server.'),
    text('patch', 'The patch to be applied to the resource, JSON or YAML.', { short: 'p' }),
    recordFlag,
    text('patch-file', 'A file containing a patch to be applied to the resource.', { completes: 'file' }),
    ...printFlags,
    text('subresource', 'The subresource to patch. One of (status, scale).', {
      completes: 'fixed',
      choices: ['status', 'scale'],
    }),
    text('type', 'The type of patch being provided; one of (json, merge, strategic).', {
      fallback: 'strategic',
      choices: ['json', 'merge', 'strategic'],
    }),
  ],
  run,
} satisfies Command

const MEDIA_TYPES = lookupTable<string>({
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
})

const NOTHING = 'no objects passed to patch'

async function run(session: Session): Promise<undefined> {
  const { flags } = session
  const dryRun = dryRunOf(session)
  await session.namespace()
  const type = (flags.text('type') || 'strategic').toLowerCase()
  if (flags.text('patch') !== '' && flags.text('patch-file') !== '')
    throw new Failure('cannot specify --patch and --patch-file together')
  if (flags.text('patch') === '' && flags.text('patch-file') === '')
    throw new Failure('must specify --patch or --patch-file containing the contents of the patch')
  if (flags.boolean('local') && session.args.length > 0)
    throw new Failure('cannot specify --local and server resources')
  if (MEDIA_TYPES[type] === undefined)
    throw new Failure(`--type must be one of [json merge strategic], not ${JSON.stringify(flags.text('type'))}`)
  if (flags.boolean('local') && dryRun === 'server')
    throw new Failure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
  checkSubresource(flags.text('subresource'))
  const document = await readPatch(session)
  // kubectl prints no `(dry run)` for a patch.
  const report = await reporter(session, 'none', { isApart: true, isLate: true })
  if (flags.boolean('local') && namesFiles(flags)) {
    let count = 0
    await forEach(manifestsOf(session.host, flags), async ({ object }) => {
      count++
      const patched = await patchLocally(session, type, object, document)
      report(patched, changed(object, patched))
    })
    if (count === 0) throw new Failure(NOTHING)
    return
  }
  const selection = await select(session)
  if (selection.targets.length === 0 && selection.unread.length === 0) throw new Failure(NOTHING)
  await forEach(readTargets(selection), async (target) => {
    if (target.refusal !== undefined && !(target.refusal instanceof VersionMissing)) throw target.refusal
    const before = placed(target) ?? (await fetchTarget(session, target, flags.text('subresource')))
    if (dryRun === 'client') {
      const patched = await patchLocally(session, type, before, document)
      return report(patched, changed(before, patched))
    }
    const patched = await patchOnServer(session, target, { type, body: document, dryRun })
    report(await withCause(session, target, patched, dryRun), changed(before, patched))
  })
}

/** The object of a file, with the namespace of the target; undefined when the command line names the object. */
const placed = ({ object, namespace }: Target): ApiObject | undefined =>
  object === undefined || namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }

/** Records the command line when `--record` is set. The object is already patched, so a refusal of this change is ignored. */
async function withCause(session: Session, target: Target, patched: ApiObject, dryRun: DryRun): Promise<ApiObject> {
  const annotations = causeOf(session)
  if (Object.keys(annotations).length === 0) return patched
  return mergePatched(session, target, { metadata: { annotations } }, dryRun).catch((error: unknown) => {
    if (error instanceof ServerError) return patched
    throw error
  })
}

const changed = (before: ApiObject, after: ApiObject): string =>
  goJson(before) === goJson(after) ? 'patched (no change)' : 'patched'

/** The patch as JSON text. @throws Failure for an unreadable file, and for text that is not YAML */
async function readPatch(session: Session): Promise<string> {
  const { flags, host } = session
  const file = flags.text('patch-file')
  let source = flags.text('patch')
  if (file !== '') {
    try {
      source = await readText(host.files, file)
    } catch (error) {
      if (error instanceof FileError) throw new Failure(`unable to read patch file: ${error.message}`)
      throw error
    }
  }
  // A text that begins with a brace is sent as JSON, and the server reports its faults.
  if (source.trimStart().startsWith('{')) return source
  try {
    return goJson((await readYaml(source)).value ?? null)
  } catch (error) {
    throw new Failure(`unable to parse ${JSON.stringify(flags.text('patch'))}: ${errorMessage(error)}`)
  }
}

interface PatchCall {
  /** The value of `--type`. */
  readonly type: string
  readonly body: string
  readonly dryRun: DryRun
}

async function patchOnServer(session: Session, target: Target, { type, body, dryRun }: PatchCall) {
  const client = await session.client()
  const subresource = session.flags.text('subresource')
  const contentType = MEDIA_TYPES[type]
  try {
    return (await client.json({
      method: 'PATCH',
      path: resourcePath(target.type, target.namespace, target.name) + (subresource === '' ? '' : `/${subresource}`),
      query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
      contentType,
      body,
    })) as ApiObject
  } catch (error) {
    if (!hasReason(error, 'UnsupportedMediaType')) throw error
    const { kind } = target.type
    const why = error instanceof Error ? error.message : ''
    throw new Failure(`${contentType} is not supported by ${formatGroupVersion(target.type)}, Kind=${kind}: ${why}`)
  }
}

async function patchLocally(session: Session, type: string, object: ApiObject, text: string): Promise<ApiObject> {
  const { applyLocally } = await import('../local-patch.ts')
  const patched = await applyLocally(session.host.dialect, type, object, text)
  if (!isObject(patched)) throw new Failure(unmarshalFault(patched, 'unstructured.detector'))
  if (typeof patched.kind !== 'string' || patched.kind === '')
    throw new Failure(`Object 'Kind' is missing in '${goJson(patched)}'`)
  return patched
}
