import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { goJson } from '../../../worker/patch/go-text.ts'
import type { DryRun } from '../changes.ts'
import { changeQuery, dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, UsageError } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { lastAppliedKey, lastAppliedOf, withLastApplied } from '../last-applied.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'

/** The YAML of an annotation's JSON; what is no JSON may still be YAML. */
async function asYaml(configuration: string): Promise<string> {
  return writeYaml((await readYaml(configuration)).value)
}

const viewLastApplied = {
  name: 'view-last-applied',
  summary: 'View the latest last-applied-configuration annotations of a resource/object',
  usage: 'apply view-last-applied (TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
  examples: [['As YAML', '{cli} apply view-last-applied deployment/web']],
  flags: [
    boolean('all', 'Select all resources of the given types in the namespace.'),
    ...filenameFlags('that contains the last-applied-configuration annotations'),
    text('output', 'Output format. Must be one of (yaml, json).', { short: 'o', fallback: 'yaml' }),
    selectorFlag,
  ],
  async run(session) {
    const { flags, host, cli } = session
    const format = flags.text('output')
    if (format !== 'yaml' && format !== 'json')
      throw new UsageError(
        `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`,
        `See '${cli} apply view-last-applied -h' for help and examples`,
      )
    const selection = await select(session, { all: flags.boolean('all') })
    const found: string[] = []
    for await (const { load } of selectedObjects(session, selection)) {
      const configuration = lastAppliedOf(session, await load())
      if (configuration !== undefined) found.push(configuration)
    }
    for (const configuration of found)
      host.stdout(
        format === 'yaml' ? await asYaml(configuration) : `${JSON.stringify(JSON.parse(configuration), null, 2)}\n`,
      )
  },
} satisfies Command

const setLastApplied = {
  name: 'set-last-applied',
  summary: 'Set the last-applied-configuration annotation on a live object to match the contents of a file',
  usage: 'apply set-last-applied -f FILENAME',
  examples: [['Say that a file is what was applied', '{cli} apply set-last-applied -f deploy.yaml']],
  flags: [
    boolean('create-annotation', 'If true, create the annotation where the object has none.'),
    dryRunFlag,
    ...filenameFlags('that contains the last-applied-configuration annotations'),
    ...printFlags,
  ],
  async run(session) {
    const { flags, host } = session
    const dryRun = dryRunOf(session)
    const selection = await select(session, { words: [] })
    const report = await reporter(session, dryRun)
    await forEach(selection.targets, async (target) => {
      const live = await fetchTarget(session, target)
      const known = lastAppliedOf(session, live)
      if (known === undefined && !flags.boolean('create-annotation'))
        throw new Failure(
          `no last-applied-configuration annotation found on resource: ${target.name}, to create the annotation, run the command with --create-annotation`,
        )
      const wanted = lastAppliedOf(session, configured(session, target)) ?? ''
      if (wanted === known) return host.stdout(`set-last-applied ${target.name}: no changes required.\n`)
      report(dryRun === 'client' ? live : await annotate(session, target, wanted, dryRun), 'configured')
    })
  },
} satisfies Command

/** As client-side apply would have written it; an object without annotations gets no empty ones here. */
function configured(session: Session, { object = {}, namespace }: Target): ApiObject {
  if (object.metadata?.annotations !== undefined) return withLastApplied(session, object, namespace)
  const placed = { ...object, metadata: { ...object.metadata, ...(namespace === undefined ? {} : { namespace }) } }
  return {
    ...placed,
    metadata: { ...placed.metadata, annotations: { [lastAppliedKey(session)]: `${goJson(placed)}\n` } },
  }
}

async function annotate(session: Session, target: Target, value: string, dryRun: DryRun): Promise<ApiObject> {
  const client = await session.client()
  return client.json({
    method: 'PATCH',
    path: resourcePath(target.type, target.namespace, target.name),
    query: changeQuery(session, dryRun),
    contentType: 'application/merge-patch+json',
    body: stringifyJson({ metadata: { annotations: { [lastAppliedKey(session)]: value } } }),
  })
}

const HEAD = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`

const editLastApplied = {
  name: 'edit-last-applied',
  summary: 'Edit latest last-applied-configuration annotations of a resource/object',
  usage: 'apply edit-last-applied (RESOURCE/NAME | -f FILENAME)',
  examples: [['Edit what was applied', '{cli} apply edit-last-applied deployment/web']],
  flags: [
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('to use to edit the resource'),
    ...printFlags,
    validateFlag,
  ],
  async run(session) {
    const { edit, stderr } = session.host
    if (edit === undefined) throw new Failure('there is no editor here: change a file and set-last-applied it')
    const report = await reporter(session, 'none')
    const selection = await select(session)
    await forEach(selectedObjects(session, selection), async ({ target, load }) => {
      const configuration = lastAppliedOf(session, await load())
      if (configuration === undefined)
        throw new Failure(`no last-applied-configuration annotation found on resource: ${target.name}`)
      const before = HEAD + (await asYaml(configuration))
      const edited = await edit(before, `${target.type.resource}-${target.name}.yaml`)
      if (edited === undefined || edited.trim() === '') return stderr('Edit cancelled, saved file was empty.\n')
      if (edited === before) return stderr('Edit cancelled, no changes made.\n')
      report(await annotate(session, target, `${goJson(await readObject(edited))}\n`, 'none'), 'edited')
    })
  },
} satisfies Command

async function readObject(yaml: string): Promise<JsonObject> {
  const { value } = await readYaml(yaml)
  if (!isObject(value)) throw new Failure('the edited text is no object')
  return value
}

export const lastAppliedCommands = { edit: editLastApplied, set: setLastApplied, view: viewLastApplied }
