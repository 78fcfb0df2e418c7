import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { readJson } from '../../../worker/codec/json-reader.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { equalJson } from '../../../worker/patch/json-values.ts'
import type { DryRun } from '../write-options.ts'
import { changeQuery, dryRunOf, fieldValidation } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { recordFlag } from '../change-cause.ts'
import {
  dryRunFlag,
  fieldManagerFlag,
  filenameFlag,
  filenameFlags,
  printFlags,
  selectorFlag,
  validateFlag,
} from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { whileRetrieving } from '../client-apply.ts'
import { editUntilSaved, requireEditFormat } from '../edited-text.ts'
import { Failure, hasReason, UsageError } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { indentJsonText } from '../printers/json-text.ts'
import { lastAppliedKey, lastAppliedOf, withLastApplied } from '../last-applied.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, selectedObjects, visitUntilFailure } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { textMap } from '../text-map.ts'

/**
 * The JSON of the annotation as YAML. An annotation that is not JSON may still be YAML. kubectl does not name the conversion in its
 * fault, as `yamlText` does.
 */
async function asYaml(configuration: string): Promise<string> {
  return writeYaml((await readYaml(configuration)).value)
}

/** The text, unchanged. @throws a fault that names the first character that is not JSON */
function readableJson(configuration: string): string {
  readJson(configuration)
  return configuration
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
    if (flags.boolean('all') && flags.text('selector') !== '')
      throw new Failure(
        `found non-empty label selector ${JSON.stringify(flags.text('selector'))} with previously set 'all' parameter. `,
      )
    const selection = await select(session, { all: flags.boolean('all') })
    const found: string[] = []
    await visitUntilFailure(selection, async (target) => {
      const { name, object, refusal } = target
      const isNameless = name === '' && refusal === undefined
      const current = isNameless && object !== undefined ? object : await fetchTarget(session, target)
      const applied = lastAppliedOf(session, current)
      // kubectl drops the fault of an object that comes from no file.
      if (applied === undefined && target.source !== undefined)
        throw new Failure(
          `error when no last-applied-configuration annotation found on resource: ${target.name}\n ${JSON.stringify(target.source)}: <nil>`,
        )
      if (applied !== undefined) found.push(applied)
    })
    for await (const { load } of selectedObjects(session, { ...selection, targets: [], unread: [] })) {
      const applied = lastAppliedOf(session, await load())
      if (applied !== undefined) found.push(applied)
    }
    if (found.length > 0 && format !== 'yaml' && format !== 'json')
      throw new UsageError(
        `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`,
        `See '${cli} apply view-last-applied -h' for help and examples`,
      )
    for (const configuration of found)
      host.stdout(format === 'yaml' ? await asYaml(configuration) : indentJsonText(readableJson(configuration)))
  },
} satisfies Command

const setLastApplied = {
  name: 'set-last-applied',
  summary: 'Set the last-applied-configuration annotation on a live object to match the contents of a file',
  usage: 'apply set-last-applied -f FILENAME',
  examples: [['Say that a file is what was applied', '{cli} apply set-last-applied -f deploy.yaml']],
  flags: [
    boolean('create-annotation', 'If true, create the annotation when the object has none.'),
    dryRunFlag,
    filenameFlag('that contains the last-applied-configuration annotations'),
    ...printFlags,
  ],
  async run(session) {
    const { flags, host } = session
    const dryRun = dryRunOf(session)
    const report = await reporter(session, dryRun)
    const selection = await select(session, { words: [] })
    await visitUntilFailure(selection, async (target) => {
      if (target.refusal !== undefined) throw target.refusal
      const live = await fetchTarget(session, target).catch((error: unknown) => {
        throw hasReason(error, 'NotFound') ? error : whileRetrieving(target, error)
      })
      const known = lastAppliedOf(session, live)
      if (known === undefined && !flags.boolean('create-annotation'))
        throw new Failure(
          `no last-applied-configuration annotation found on resource: ${target.name}, to create the annotation, run the command with --create-annotation`,
        )
      const configuration = lastAppliedOf(session, configured(session, target)) ?? ''
      if (configuration === known) return host.stdout(`set-last-applied ${target.name}: no changes required.\n`)
      report(dryRun === 'client' ? live : await annotate(session, target, configuration, dryRun), 'configured')
    })
  },
} satisfies Command

/**
 * The manifest in the form that client-side apply stores. An object without readable annotations gets no empty map of
 * annotations.
 */
function configured(session: Session, { object = {}, namespace }: Target): ApiObject {
  if (textMap(object.metadata?.annotations) !== undefined) return withLastApplied(session, object, namespace)
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

interface Original {
  readonly target: Target
  readonly object: ApiObject
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
    recordFlag,
    validateFlag,
    boolean('windows-line-endings', 'Defaults to the line ending native to your platform.'),
  ],
  async run(session) {
    fieldValidation(session.flags.text('validate'))
    const report = await reporter(session, 'none', { isLate: true })
    const selection = await select(session, { bareTypeMeansAll: true, validates: false })
    const originals: Original[] = []
    await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
      const configuration = lastAppliedOf(session, await load())
      if (configuration !== undefined) originals.push({ target, object: await readObject(configuration) })
    })
    if (originals.length === 0)
      throw new Failure(
        `no last-applied-configuration annotation found on resources, to create the annotation, use command \`${session.cli} apply set-last-applied --create-annotation\``,
      )
    requireEditFormat(session)
    const [only] = originals
    const shown =
      only !== undefined && originals.length === 1
        ? only.object
        : { apiVersion: 'v1', items: originals.map(({ object }) => object), kind: 'List', metadata: {} }
    const { editedForm } = await import('./edit.ts')
    const form = editedForm(session, shown, only?.target)
    await editUntilSaved(session, {
      ...form,
      head: form.head === '' ? '' : HEAD,
      place: undefined,
      async save(objects) {
        for (const edited of objects) {
          const same = originals.find(({ object }) => isSameObject(object, edited))
          const target = same?.target ?? renamed(originals, edited)
          if (same !== undefined && equalJson(same.object, edited)) {
            report(edited, 'skipped')
            continue
          }
          // An edit of the kind moves the annotation to an object of the new kind.
          const type = (await session.typeOf(edited)) ?? target.type
          await annotate(session, { ...target, type }, `${goJson(edited)}\n`, 'none')
          report(edited, 'edited')
        }
      },
    })
  },
} satisfies Command

/** When the edit changes the name, the annotation goes to the object with the new name. @throws Failure when it has none */
function renamed([original]: readonly Original[], { metadata }: ApiObject): Target {
  if (original === undefined || !metadata?.name) throw new Failure('resource name may not be empty')
  return { ...original.target, name: metadata.name }
}

/**
 * Whether both are configurations of one object. The apiVersion is not compared, because the annotation of an older
 * client may have none.
 */
const isSameObject = (one: ApiObject, other: ApiObject): boolean =>
  one.kind === other.kind && one.metadata?.name === other.metadata?.name

async function readObject(yaml: string): Promise<ApiObject> {
  const { value } = await readYaml(yaml)
  if (!isObject(value)) throw new Failure('the last-applied-configuration annotation holds no object')
  return value
}

export const lastAppliedCommands = { edit: editLastApplied, set: setLastApplied, view: viewLastApplied }
