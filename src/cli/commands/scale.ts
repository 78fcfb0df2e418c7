import { stringifyJson } from '../../../worker/codec/encode.ts'
import { isObject } from '../../../worker/api/json.ts'
import { causeOf, recordFlag } from '../change-cause.ts'
import { dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, ServerError } from '../failure.ts'
import { boolean, integer, text } from '../flags.ts'
import { mergePatched } from '../merge-patched.ts'
import { select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'

export const scale = {
  name: 'scale',
  summary: 'Set a new size for a deployment, replica set, or replication controller',
  usage: 'scale [--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)',
  examples: [['Scale a deployment', '{cli} scale --replicas=3 deployment/web']],
  flags: [
    boolean('all', 'Select all resources of the given types in the namespace.'),
    integer('current-replicas', 'Scale only where this is the current size; -1: whatever it is.', { fallback: '-1' }),
    dryRunFlag,
    ...filenameFlags('identifying the resource to set a new size'),
    ...printFlags,
    recordFlag,
    integer('replicas', 'The new desired number of replicas.', { required: true }),
    text('resource-version', 'Scale only where this is the current version of the object.'),
    selectorFlag,
    text('timeout', 'How long to wait until the size is reached. 0: not at all.', { fallback: '0s' }),
  ],
  async run(session) {
    const { flags } = session
    const replicas = flags.integer('replicas')
    if (replicas < 0)
      throw new Failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0')
    if (flags.integer('current-replicas') < -1)
      throw new Failure('The --current-replicas must specify an integer of -1 or greater')
    const dryRun = dryRunOf(session)
    const report = await reporter(session, dryRun)
    const selection = await select(session, { all: flags.boolean('all') })
    const client = await session.client()
    let scaled = 0
    await forEach(selectedObjects(session, selection), async ({ target, load }) => {
      const object = await load().catch((error: unknown) => {
        // What cannot be read is passed over, as the real client does.
        if (error instanceof ServerError) return undefined
        throw error
      })
      if (object === undefined) return
      scaled++
      const path = `${resourcePath(target.type, target.namespace, target.name)}/scale`
      const expected = flags.integer('current-replicas')
      if (expected >= 0) {
        const { spec } = await client.json({ path })
        const now = isObject(spec) ? Number(spec.replicas ?? 0) : 0
        if (now !== expected) throw new Failure(`Expected replicas to be ${expected}, was ${now}`)
      }
      const version = flags.text('resource-version')
      if (dryRun !== 'client')
        await client.json({
          method: 'PATCH',
          path,
          query: { dryRun: dryRun === 'server' ? 'All' : undefined },
          contentType: 'application/merge-patch+json',
          body: stringifyJson({
            ...(version === '' ? {} : { metadata: { resourceVersion: version } }),
            spec: { replicas },
          }),
        })
      if (dryRun === 'none') await untilScaled(session, path, replicas)
      const annotations = causeOf(session)
      if (dryRun === 'none' && Object.keys(annotations).length > 0)
        await mergePatched(session, target, { metadata: { annotations } }, dryRun)
      report(object, 'scaled')
    })
    if (scaled === 0) throw new Failure('no objects passed to scale')
  },
} satisfies Command

/** Waits, where `--timeout` says so, until there are as many as wanted. */
async function untilScaled(session: Session, path: string, replicas: number): Promise<void> {
  const limit = parseDuration(session.flags.text('timeout')) ?? 0
  if (limit === 0) return
  const client = await session.client()
  const end = session.host.now() + limit
  for (;;) {
    const { spec, status } = await client.json({ path })
    const [wanted, there] = [spec, status].map((each) => (isObject(each) ? Number(each.replicas ?? 0) : 0))
    if (wanted !== replicas || there === replicas) return
    if (session.host.now() >= end) throw new Failure('timed out waiting for the condition')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
