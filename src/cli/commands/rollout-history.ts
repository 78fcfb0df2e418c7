import { objectOrEmpty } from '../../../worker/api/json.ts'
import { CHANGE_CAUSE } from '../change-cause.ts'
import { forEach } from '../reporter.ts'
import type { Command } from '../command.ts'
import { filenameFlags, objectFormats, printFlags, selectorFlag } from '../common-flags.ts'
import { dropFailure, Failure } from '../failure.ts'
import { integer } from '../flags.ts'
import { podTemplateText } from '../pod-template-text.ts'
import type { ObjectPrinter } from '../printers/output.ts'
import { nameOf } from '../printers/output.ts'
import type { Revision } from '../rollouts.ts'
import { revisionsOf, selectRollouts, withoutRevisions } from '../rollouts.ts'
import type { Target } from '../selection.ts'
import { selectedObjects } from '../selected-objects.ts'
import type { Session } from '../session.ts'
import { typedPrinter } from '../typed-objects.ts'

export const history = {
  name: 'history',
  summary: 'View rollout history',
  description: 'View previous rollout revisions and configurations.',
  usage: 'rollout history (TYPE NAME | TYPE/NAME) [flags]',
  examples: [['View the rollout history of a deployment', '{cli} rollout history deployment/abc']],
  flags: [
    ...filenameFlags('identifying the resource to get from a server'),
    ...printFlags,
    integer('revision', 'See the details, including podTemplate of the revision specified.', { fallback: '0' }),
    selectorFlag,
  ],
  async run(session) {
    const { flags, host } = session
    const requested = flags.int64('revision')
    const selection = await selectRollouts(session, requested)
    const printer = await typedPrinter(host, flags, objectFormats)
    const print: ObjectPrinter = printer ?? ((object, out) => out(`${nameOf(object)}\n`))
    await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
      const object = await load()
      const revisions = await revisionsOf(session, target, object)
      if (revisions === undefined) throw withoutRevisions(target, 'history viewer', 'history')
      const found = requested === 0n ? undefined : revisions.findLast(({ number }) => number === requested)
      if (requested > 0n && revisions.length > 0 && found === undefined)
        throw new Failure('unable to find the specified revision')
      if (flags.given('output')) {
        for (const revision of found === undefined ? revisions : [found])
          dropFailure(() => print(revision.object, (text) => host.stdout(text)))
        return
      }
      // A template without `-o` prints the rollout itself; kubectl looks for the flag `-o`.
      if (printer !== undefined) return printer(object, (text) => host.stdout(text))
      host.stdout(`${nameOf(object)} ${requested > 0n ? `with revision #${requested}` : ''}\n`)
      if (revisions.length === 0) host.stdout('No rollout history found.\n')
      else if (found !== undefined) host.stdout(`${podTemplateText(shownTemplate(session, target, found))}\n`)
      else {
        // Replica sets without the annotation all have revision 0, and each revision is printed once.
        const distinct = [...new Map(revisions.map((revision) => [revision.number, revision])).values()]
        const rows = distinct.map(
          ({ number, changeCause = '<none>' }) => `${String(number).padEnd(10)}${changeCause}\n`,
        )
        host.stdout(`REVISION  CHANGE-CAUSE\n${rows.join('')}\n`)
      }
    })
  },
} satisfies Command

/**
 * The printed pod template of a revision. kubectl prints the change cause of a deployment's revision among the
 * annotations of its pods.
 */
function shownTemplate({ host }: Session, { type }: Target, { template, changeCause }: Revision) {
  if (type.kind !== 'Deployment' || changeCause === undefined) return template
  const metadata = objectOrEmpty(template.metadata)
  const known = objectOrEmpty(metadata.annotations)
  const annotations = { ...known, [host.dialect.spell(CHANGE_CAUSE)]: changeCause }
  return { ...template, metadata: { ...metadata, annotations } }
}
