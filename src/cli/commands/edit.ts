import { goSyntax } from '../../../worker/api/go-format.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { yamlText } from '../printers/yaml-text.ts'
import { equalJson } from '../../../worker/patch/json-values.ts'
import type { Report } from '../reporter.ts'
import { changeQuery, fieldValidation } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import type { Manifest } from '../documents.ts'
import { recordFlag } from '../change-cause.ts'
import { fieldManagerFlag, filenameFlags, outputFlag, templateFlags, validateFlag } from '../common-flags.ts'
import { groupResource, resourcePath } from '../discovery.ts'
import type { Refusals } from '../edited-text.ts'
import { editUntilSaved, requireEditFormat } from '../edited-text.ts'
import { Failure } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { withLastApplied } from '../last-applied.ts'
import { structSchema } from '../struct-schema.ts'
import { indentedJson } from '../printers/json.ts'
import { withoutManagedFields } from '../printers/output.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, selectedObjects } from '../selected-objects.ts'
import { manifestTarget, requireListType, select } from '../selection.ts'
import type { Session } from '../session.ts'
import { changePatch } from '../strategic-patched.ts'

const HEAD = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

export const edit = {
  name: 'edit',
  summary: 'Edit a resource on the server',
  description:
    'Edit a resource in the editor: in the page its own, under Node the program that EDITOR names. What the server refuses is opened again with its reasons; what cannot be saved stays in a file.',
  usage: 'edit (RESOURCE/NAME | -f FILENAME)',
  examples: [
    ['Edit a service', '{cli} edit service/web'],
    ['Edit what a file names', '{cli} edit -f pod.yaml'],
    ['Edit a deployment as JSON', '{cli} edit deployment/web -o json'],
  ],
  flags: [
    fieldManagerFlag('{cli}-edit'),
    ...filenameFlags('to use to edit the resource'),
    outputFlag(['yaml', 'json', 'name']),
    ...templateFlags,
    recordFlag,
    boolean('output-patch', 'Print the patch if the resource is edited.'),
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
    text('subresource', 'The subresource to edit. One of (status).', {
      completes: 'fixed',
      choices: ['status'],
    }),
    validateFlag,
    boolean('windows-line-endings', 'Defaults to the line ending native to your platform.'),
  ],
  async run(session) {
    const subresource = session.flags.text('subresource')
    fieldValidation(session.flags.text('validate'))
    const report = await reporter(session, 'none', { isLate: true })
    const selection = await select(session, { bareTypeMeansAll: true, validates: false, readsWordsFirst: true })
    if (subresource !== '' && subresource !== 'status')
      throw new Failure(`invalid subresource value: ${JSON.stringify(subresource)}. Must be one of [status]`)
    const found: Original[] = []
    await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
      found.push({ target, object: await (subresource === '' ? load() : fetchTarget(session, target, subresource)) })
    })
    requireEditFormat(session)
    if (found.length === 0) throw new Failure('edit cancelled, no objects found')
    const { openObject, stdout } = session.host
    if (openObject === undefined) return editAll(session, found, report)
    for (const { target } of found) {
      openObject(target)
      stdout(`${target.type.resource}/${target.name} opened in the editor\n`)
    }
  },
} satisfies Command

interface Original {
  readonly target: Target
  readonly object: ApiObject
}

/**
 * Edits all objects in one file: one object by itself, several as a list. The file omits managedFields, and the
 * objects keep them.
 */
async function editAll(session: Session, found: readonly Original[], report: Report): Promise<void> {
  const shown = found.map(({ object }) => withoutManagedFields(object))
  const [only] = shown
  const whole =
    only !== undefined && shown.length === 1 ? only : { apiVersion: 'v1', items: shown, kind: 'List', metadata: {} }
  await editUntilSaved(session, {
    ...editedForm(session, whole, found[0]?.target),
    async save(objects, refusals) {
      for (const edited of objects) await saveOne(session, found, edited, { report, refusals })
    },
  })
}

/** The text of an object in the editor and how the saved text is read, by the flags of the command line. */
export function editedForm(session: Session, shown: ApiObject, target: Target | undefined) {
  const { flags } = session
  const isJson = flags.text('output') === 'json'
  const { resource = '', group = '' } = target?.type ?? {}
  const subject = `${groupResource({ group, resource })} ${JSON.stringify(target?.name ?? '')}`
  return {
    head: isJson ? '' : HEAD,
    text: isJson ? `${indentedJson(shown)}\n` : yamlText(shown),
    suffix: isJson ? '.json' : '.yaml',
    carriageReturns: flags.boolean('windows-line-endings'),
    place: (manifest: Manifest) => placedObject(session, manifest),
    subject: fieldValidation(flags.text('validate')) === 'Ignore' ? undefined : subject,
  } as const
}

/**
 * The object, with the namespace of the command line when the object has none.
 * @throws Failure for a kind, or a kind of list, that is not served
 */
async function placedObject(session: Session, { object, source, list }: Manifest): Promise<ApiObject> {
  if (list !== undefined) await requireListType(session, { object, source, list })
  const { namespace } = await manifestTarget(session, { object, source })
  if (object.metadata?.namespace || namespace === undefined) return object
  return { ...object, metadata: { ...object.metadata, namespace } }
}

async function saveOne(
  session: Session,
  originals: readonly Original[],
  { metadata, ...rest }: ApiObject,
  { report, refusals }: { readonly report: Report; readonly refusals: Refusals },
): Promise<void> {
  const original = originals.find(({ object }) => object.metadata?.uid === metadata?.uid)
  if (original === undefined)
    throw new Failure(
      `no original object found for &unstructured.Unstructured{Object:${goSyntax({ ...rest, metadata })}}`,
    )
  const { target, object: before } = original
  const { managedFields } = before.metadata ?? {}
  const edited: ApiObject = {
    ...rest,
    metadata: managedFields === undefined ? metadata : { ...metadata, managedFields },
  }
  requireSamePlace(target, before, edited)
  const after = session.flags.boolean('save-config') ? withLastApplied(session, edited, target.namespace) : edited
  if (equalJson(before, after)) return report(edited, 'skipped')
  const client = await session.client()
  const schema = await structSchema(session.host.dialect, before)
  const { body: patch, contentType } = await changePatch({ before, after }, schema)
  if (session.flags.boolean('output-patch')) session.host.stdout(`Patch: ${goJson(patch)}\n`)
  const subresource = session.flags.text('subresource')
  try {
    const changed = await client.json({
      method: 'PATCH',
      path: resourcePath(target.type, target.namespace, target.name) + (subresource === '' ? '' : `/${subresource}`),
      query: changeQuery(session, 'none'),
      contentType,
      body: goJson(patch),
    })
    report(changed, 'edited')
  } catch (error) {
    refusals.take(error, target)
  }
}

function requireSamePlace({ namespace }: Target, before: ApiObject, after: ApiObject): void {
  const moved = after.metadata?.namespace ?? ''
  if (namespace !== undefined && moved !== '' && moved !== namespace)
    throw new Failure(
      `the namespace from the provided object "${moved}" does not match the namespace "${namespace}". You must pass '--namespace=${moved}' to perform this operation.`,
    )
  const isSame =
    before.apiVersion === after.apiVersion &&
    before.kind === after.kind &&
    before.metadata?.name === after.metadata?.name
  if (!isSame) throw new Failure('At least one of apiVersion, kind and name was changed')
}
