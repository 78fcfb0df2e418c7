import { stringifyJson } from '../../../worker/codec/encode.ts'
import { isObject } from '../../../worker/api/json.ts'
import { dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, ServerError } from '../failure.ts'
import { boolean, integer, text } from '../flags.ts'
import { select, selectedObjects } from '../selection.ts'

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
    integer('replicas', 'The new desired number of replicas.', { required: true }),
    text('resource-version', 'Scale only where this is the current version of the object.'),
    selectorFlag,
  ],
  async run(session) {
    const { flags } = session
    const replicas = flags.integer('replicas')
    if (replicas < 0)
      throw new Failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0')
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
      report(object, 'scaled')
    })
    if (scaled === 0) throw new Failure('no objects passed to scale')
  },
} satisfies Command
