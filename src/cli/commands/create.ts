import { stringifyJson } from '../../../worker/codec/encode.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { changeQuery, dryRunOf, fieldValidation } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import { resourcePath } from '../discovery.ts'
import { during, Failure, UsageError, VersionMissing } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { commandHelp } from '../help.ts'
import { withLastApplied } from '../last-applied.ts'
import type { Selection } from '../selection.ts'
import { readTargets } from '../selected-objects.ts'
import { manifestTarget, select } from '../selection.ts'
import type { Session } from '../session.ts'
import type { Report } from '../reporter.ts'
import { editUntilSaved, requireEditFormat } from '../edited-text.ts'
import { namesFiles } from '../manifests.ts'
import { sendRaw } from '../raw-requests.ts'
import { unversioned } from '../unversioned.ts'

const generator = (name: string, aliases?: readonly string[]) => ({
  name,
  aliases,
  load: () => import('../generators/generators.ts').then((file) => file.generatorNamed(name)),
})

export const create = {
  name: 'create',
  summary: 'Create a resource from a file or from stdin',
  description: 'Create a resource from a file or from stdin.\n\n JSON and YAML formats are accepted.',
  usage: 'create -f FILENAME [flags]',
  examples: [
    ['Create what a file holds', '{cli} create -f ./pod.json'],
    ['Create what comes on standard input', 'cat pod.json | {cli} create -f -'],
  ],
  flags: [
    dryRunFlag,
    boolean('edit', 'Edit the resource before creating.'),
    boolean('windows-line-endings', 'Only relevant if --edit=true.'),
    fieldManagerFlag('{cli}-create'),
    ...filenameFlags('to use to create the resource'),
    ...printFlags,
    text('raw', 'Raw URI to POST to the server.'),
    recordFlag,
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
    selectorFlag,
    validateFlag,
  ],
  commands: [
    generator('clusterrole'),
    generator('clusterrolebinding'),
    generator('configmap', ['cm']),
    generator('cronjob', ['cj']),
    generator('deployment', ['deploy']),
    generator('ingress', ['ing']),
    generator('job'),
    generator('namespace', ['ns']),
    generator('poddisruptionbudget', ['pdb']),
    generator('priorityclass', ['pc']),
    generator('quota', ['resourcequota']),
    generator('role'),
    generator('rolebinding'),
    generator('secret'),
    generator('service', ['svc']),
    generator('serviceaccount', ['sa']),
    { name: 'token', load: () => import('./create-token.ts').then((file) => file.createToken) },
  ],
  hasPlugins: true,
  run,
} satisfies Command

async function run(session: Session): Promise<number | void> {
  const { flags, args, host, cli } = session
  if (!namesFiles(flags)) {
    host.stderr('Error: must specify one of -f and -k\n\n')
    if (args.length > 0)
      throw new UsageError(
        `unknown command ${JSON.stringify(args.join(' '))}`,
        `See '${cli} create -h' for help and examples`,
      )
    host.stderr((await commandHelp(create, ['create'])).replaceAll('{cli}', cli))
    return 1
  }
  if (args.length > 0)
    throw new UsageError(`Unexpected args: [${args.join(' ')}]`, `See '${cli} create -h' for help and examples`)
  if (flags.text('raw') !== '') return sendRaw(session, 'POST')
  const dryRun = dryRunOf(session)
  fieldValidation(flags.text('validate'))
  const report = await reporter(session, dryRun)
  const client = await session.client()
  // kubectl validates no document that the user is going to edit.
  const selection = await select(session, { validates: !flags.boolean('edit') })
  if (flags.boolean('edit')) return editAndCreate(session, selection, report)
  if (selection.targets.length === 0 && selection.unread.length === 0) throw new Failure('no objects passed to create')
  await forEach(readTargets(selection), async ({ type, namespace, object = {}, source = '', refusal }) => {
    const action = `error when creating ${JSON.stringify(source)}`
    if (refusal !== undefined && !(refusal instanceof VersionMissing)) throw refusal
    if (refusal !== undefined && dryRun !== 'client') throw refusal.during(action)
    const named = flags.boolean('save-config') ? withLastApplied(session, object, namespace) : object
    const placed = type.namespaced ? { ...named, metadata: { ...named.metadata, namespace } } : named
    const body = recorded(session, placed)
    if (dryRun === 'client') return report(body, 'created')
    try {
      const created = await client.json({
        method: 'POST',
        path: resourcePath(type, namespace),
        query: changeQuery(session, dryRun),
        body: stringifyJson(unversioned(body)),
      })
      report(created, 'created')
    } catch (error) {
      throw during(error, action)
    }
  })
}

/** Opens each object in the editor and creates the saved version. */
async function editAndCreate(session: Session, selection: Selection, report: Report): Promise<void> {
  const { editedForm } = await import('./edit.ts')
  const client = await session.client()
  await forEach(readTargets(selection), async (target) => {
    requireEditFormat(session)
    const { namespace, object = {} } = target
    const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }
    await editUntilSaved(session, {
      ...editedForm(session, placed, target),
      async save(objects) {
        for (const edited of objects) {
          // The edit may have changed the kind and the namespace.
          const place = await manifestTarget(session, { object: edited, source: 'edited-file' })
          const savesConfig = session.flags.boolean('save-config')
          const created = await client.json({
            method: 'POST',
            path: resourcePath(place.type, place.namespace),
            query: changeQuery(session, 'none'),
            body: stringifyJson(unversioned(savesConfig ? withLastApplied(session, edited, place.namespace) : edited)),
          })
          report(created, 'created')
        }
      },
    })
  })
}
