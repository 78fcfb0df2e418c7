import { ANY_JSON } from '../client.ts'
import { boundedNumber } from '../../../worker/api/numbers.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { causeOf, recordFlag } from '../change-cause.ts'
import type { DryRun } from '../write-options.ts'
import { dryRunOf } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, hasReason, Misplaced, throwAll } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { mergePatched } from '../merge-patched.ts'
import { pause } from '../pause.ts'
import type { Selection, Target } from '../selection.ts'
import { selectedObjects } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'

export const scale = {
  name: 'scale',
  summary: 'Set a new size for a deployment, replica set, or replication controller',
  usage: 'scale [--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)',
  examples: [['Scale a deployment', '{cli} scale --replicas=3 deployment/web']],
  flags: [
    boolean('all', 'Select all resources of the given types in the namespace.'),
    integer('current-replicas', 'Scale only if this is the current size; -1: any size.', { fallback: '-1' }),
    dryRunFlag,
    ...filenameFlags('identifying the resource to set a new size'),
    ...printFlags,
    recordFlag,
    integer('replicas', 'The new desired number of replicas.', { required: true }),
    text('resource-version', 'Scale only if this is the current version of the object.'),
    selectorFlag,
    duration('timeout', 'How long to wait until the size is reached. With 0, the command does not wait.', {
      fallback: '0s',
    }),
  ],
  async run(session) {
    const { flags } = session
    const replicas = flags.integer('replicas')
    const dryRun = dryRunOf(session)
    const report = await reporter(session, dryRun)
    await session.namespace()
    await session.connection()
    if (replicas < 0)
      throw new Failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0')
    if (flags.integer('current-replicas') < -1)
      throw new Failure('The --current-replicas must specify an integer of -1 or greater')
    const selection = await select(session, { bareTypeMeansAll: flags.boolean('all') })
    const { found, unread } = await readObjects(session, selection)
    if (flags.text('resource-version') !== '' && found.length > 1)
      throw new Failure('cannot use --resource-version with multiple resources')
    if (found.length === 0) throw new Failure('no objects passed to scale')
    for (const { target, object } of found) {
      const path = `${resourcePath(target.type, target.namespace, target.name)}/scale`
      if (dryRun !== 'client') await setReplicas(session, path, replicas, dryRun)
      if (dryRun === 'none') await untilScaled(session, target, path, replicas)
      const annotations = causeOf(session)
      if (dryRun === 'none' && Object.keys(annotations).length > 0)
        await mergePatched(session, target, { metadata: { annotations } }, dryRun)
      report(object, 'scaled')
    }
    throwAll(unread)
  },
} satisfies Command

interface Found {
  readonly target: Target
  readonly object: ApiObject
}

/** The object of a file with the namespace of the target, which kubectl writes into it. */
const inNamespace = (object: ApiObject, { namespace }: Target): ApiObject =>
  namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } }

/** The objects of a selection, and the failures of the objects that could not be read. */
async function readObjects(session: Session, selection: Selection) {
  const found: Found[] = []
  const unread: unknown[] = []
  await forEach(selectedObjects(session, selection), async ({ target, load }) => {
    // kubectl drops the failures of this visit.
    if (target.refusal instanceof Misplaced) return
    found.push({ target, object: target.object === undefined ? await load() : inNamespace(target.object, target) })
  }).catch((error: unknown) => void unread.push(error))
  return { found, unread }
}

const CONFLICT_RETRY_MS = 1000
const CONFLICT_LIMIT_MS = 5 * 60 * 1000

/**
 * Sets the replicas. With preconditions on the command line, updates the scale when they hold, and tries again after a
 * conflict for up to five minutes.
 */
async function setReplicas(session: Session, path: string, replicas: number, dryRun: DryRun): Promise<void> {
  const client = await session.client()
  const query = { dryRun: dryRun === 'server' ? 'All' : undefined }
  const conditional = session.flags.integer('current-replicas') !== -1 || session.flags.text('resource-version') !== ''
  if (!conditional) {
    const body = stringifyJson({ spec: { replicas } })
    await client.json({
      method: 'PATCH',
      path,
      query,
      accept: ANY_JSON,
      contentType: 'application/merge-patch+json',
      body,
    })
    return
  }
  for (const end = session.host.now() + CONFLICT_LIMIT_MS; ;)
    try {
      const current: ApiObject = await client.json({ path, accept: ANY_JSON })
      requirePreconditions(session, current)
      const spec = { ...objectOrEmpty(current.spec), replicas }
      await client.json({ method: 'PUT', path, query, accept: ANY_JSON, body: stringifyJson({ ...current, spec }) })
      return
    } catch (error) {
      if (!hasReason(error, 'Conflict')) throw error
      if (session.host.now() >= end) throw new Failure('timed out waiting for the condition')
      await pause(CONFLICT_RETRY_MS, session.host)
    }
}

/** @throws Failure when the scale differs from what the command line expects */
function requirePreconditions({ flags }: Session, { spec, metadata }: ApiObject): void {
  const [replicas, version] = [flags.integer('current-replicas'), flags.text('resource-version')]
  const current = isObject(spec) ? boundedNumber(spec.replicas ?? 0) : 0
  if (replicas !== -1 && current !== replicas) throw new Failure(`Expected replicas to be ${replicas}, was ${current}`)
  const now = metadata?.resourceVersion ?? ''
  if (version !== '' && version !== now) throw new Failure(`Expected resource version to be ${version}, was ${now}`)
}

const POLL_MS = 1000

/**
 * Waits for at most `--timeout` until there are as many replicas as wanted, or until another client wants another
 * number. Does not wait when `--timeout` is 0.
 */
async function untilScaled(session: Session, { name }: Target, path: string, replicas: number): Promise<void> {
  const limit = parseDuration(session.flags.text('timeout')) ?? 0
  if (limit === 0) return
  const client = await session.client()
  const end = session.host.now() + limit
  for (;;) {
    const { spec, status } = await client.json({ path, accept: ANY_JSON })
    const [desired, current] = [spec, status].map((each) => (isObject(each) ? boundedNumber(each.replicas ?? 0) : 0))
    if (desired !== replicas || current === replicas) return
    if (session.host.now() >= end) throw new Failure(`timed out waiting for ${JSON.stringify(name)} to be synced`)
    await pause(POLL_MS, session.host)
  }
}
