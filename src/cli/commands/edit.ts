import { stringifyJson } from '../../../worker/codec/encode.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { createMergePatch } from '../../../worker/patch/merge-patch.ts'
import { changeQuery, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { fieldManagerFlag, filenameFlags, printFlags, validateFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, ServerError } from '../failure.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, select } from '../selection.ts'
import type { Session } from '../session.ts'

const HEAD = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

export const edit = {
  name: 'edit',
  summary: 'Edit a resource on the server',
  description:
    'Edit a resource in the editor: in the page its own, under Node the program that EDITOR names. What you save is sent to the server as a merge patch.',
  usage: 'edit (RESOURCE/NAME | -f FILENAME)',
  examples: [
    ['Edit a service', '{cli} edit service/web'],
    ['Edit what a file names', '{cli} edit -f pod.yaml'],
  ],
  flags: [fieldManagerFlag('{cli}-edit'), ...filenameFlags('to use to edit the resource'), ...printFlags, validateFlag],
  async run(session) {
    const report = await reporter(session, 'none')
    const selection = await select(session)
    await forEach(selection.targets, async (target) => {
      const { openObject } = session.host
      const before = await fetchTarget(session, target)
      if (openObject !== undefined) {
        openObject(target)
        session.host.stdout(`${target.type.resource}/${target.name} opened in the editor\n`)
        return
      }
      await editText(session, target, before, report)
    })
  },
} satisfies Command

async function editText(
  session: Session,
  target: Target,
  before: ApiObject,
  report: (object: ApiObject, operation: string) => void,
) {
  const { edit: ask } = session.host
  if (ask === undefined) throw new Failure('there is no editor here: change a file and apply it')
  const { managedFields: _, ...metadata } = before.metadata ?? {}
  const shown = { ...before, metadata }
  const original = HEAD + writeYaml(shown)
  const name = `${target.type.resource}-${target.name}.yaml`
  for (let text = original, fault = ''; ;) {
    const edited = await ask(fault === '' ? text : fault + text, name)
    if (edited === undefined || strip(edited) === '') throw new Failure('Edit cancelled, saved file was empty.')
    if (strip(edited) === strip(original)) return session.host.stderr('Edit cancelled, no changes made.\n')
    if (fault !== '' && strip(edited) === strip(text)) throw new Failure('Edit cancelled, no valid changes were saved.')
    try {
      const { value } = await readYaml(strip(edited))
      if (!isObject(value)) throw new Failure('the edited text is no object')
      const client = await session.client()
      const changed = await client.json({
        method: 'PATCH',
        path: resourcePath(target.type, target.namespace, target.name),
        query: changeQuery(session, 'none'),
        contentType: 'application/merge-patch+json',
        body: stringifyJson(createMergePatch(shown, value)),
      })
      return report(changed, 'edited')
    } catch (error) {
      if (!(error instanceof ServerError) && !(error instanceof Error)) throw error
      text = strip(edited)
      fault = `${HEAD}# ${target.type.resource} "${target.name}" was not valid:\n# * ${error.message}\n#\n`
    }
  }
}

const strip = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trimStart()
