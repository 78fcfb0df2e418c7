import { forEach } from '../reporter.ts'
import type { Command } from '../command.ts'
import { filenameFlags, selectorFlag } from '../common-flags.ts'
import { groupKind } from '../discovery.ts'
import { within } from '../total-timeout.ts'
import { parseDuration } from '../duration.ts'
import { Failure } from '../failure.ts'
import { boolean, duration, integer } from '../flags.ts'
import { knownStates } from '../named-watch.ts'
import { statusViewer } from '../rollout-progress.ts'
import { selectRollouts } from '../rollouts.ts'
import type { Target } from '../selection.ts'
import { selectedObjects } from '../selected-objects.ts'
import type { Session } from '../session.ts'

export const status = {
  name: 'status',
  summary: 'Show the status of the rollout',
  description:
    "Show the status of the rollout.\n\n By default 'rollout status' will watch the status of the latest rollout until it's done. If you don't want to wait for the rollout to finish then you can use --watch=false.",
  usage: 'rollout status (TYPE NAME | TYPE/NAME) [flags]',
  examples: [['Watch the rollout status of a deployment', '{cli} rollout status deployment/nginx']],
  flags: [
    ...filenameFlags('identifying the resource to get from a server'),
    integer('revision', 'Pin to a specific revision for showing its status. 0 means the last revision.', {
      fallback: '0',
    }),
    selectorFlag,
    duration('timeout', 'The length of time to wait before ending watch, zero means never.', { fallback: '0s' }),
    boolean('watch', "Watch the status of the rollout until it's done.", { short: 'w', fallback: 'true' }),
  ],
  async run(session) {
    const { flags, host } = session
    await session.namespace()
    await session.connection()
    const selection = await selectRollouts(session, flags.int64('revision'))
    let seen = 0
    await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
      seen++
      await load()
      await follow(session, target)
    })
    if (seen === 0) host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  },
} satisfies Command

/** Prints the state of a rollout at each event of its object, until it is finished. Without `--watch`, only the first. */
async function follow(session: Session, target: Target): Promise<void> {
  const { flags, host } = session
  const view = statusViewer(target.type)
  if (view === undefined) throw new Failure(`no status viewer has been implemented for ${groupKind(target.type)}`)
  const finished = (async () => {
    for await (const state of knownStates(session, target, () => new Failure('object has been deleted'))) {
      const { message, done } = view(state, flags.int64('revision'), (words) => host.dialect.spell(words))
      host.stdout(message)
      if (done || !flags.boolean('watch')) return true
    }
    return false
  })()
  const limit = parseDuration(flags.text('timeout')) ?? 0
  if (!(await within(session.host, finished, limit))) throw new Failure('timed out waiting for the condition')
}
