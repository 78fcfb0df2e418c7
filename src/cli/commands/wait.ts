import type { ApiObject } from '../../../worker/api/object.ts'
import type { Report } from '../reporter.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import {
  allNamespacesFlag,
  fieldSelectorFlag,
  filenameFlag,
  printFlags,
  recursiveFlag,
  selectorFlag,
} from '../common-flags.ts'
import { untilGone } from '../cascading-deletion.ts'
import { totalTimeout } from '../total-timeout.ts'
import { parseDuration } from '../duration.ts'
import { groupResource } from '../discovery.ts'
import { dropFailure, Failure, hasReason, ServerError } from '../failure.ts'
import { boolean, duration, text } from '../flags.ts'
import { namesFiles } from '../manifests.ts'
import { ONLY_FILES } from '../object-changes.ts'
import type { Target } from '../selection.ts'
import { selectedObjects } from '../selected-objects.ts'
import { select } from '../selection.ts'
import { statesOf } from '../named-watch.ts'
import type { Session } from '../session.ts'
import type { WaitCondition } from '../wait-conditions.ts'
import { readCondition } from '../wait-conditions.ts'

export const wait = {
  name: 'wait',
  summary: 'Wait for a specific condition on one or many resources',
  usage:
    "wait ([-f FILENAME] | TYPE (NAME | -l label | --all)) [--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
  examples: [
    ['Wait until a pod is ready', '{cli} wait --for=condition=Ready pod/web'],
    ['Wait until a field has a value', "{cli} wait --for=jsonpath='{.status.phase}'=Running pod/web"],
    ['Wait until it is gone', '{cli} wait --for=delete pod/web --timeout=60s'],
  ],
  flags: [
    boolean('all', 'Select all resources of the given types in the namespace.'),
    allNamespacesFlag,
    fieldSelectorFlag,
    filenameFlag('identifying the resource'),
    text('for', "What to wait for: delete, condition=name[=value], or jsonpath='{path}'[=value]."),
    boolean('local', 'If true, nothing is sent to the server.'),
    ...printFlags,
    recursiveFlag('true'),
    selectorFlag,
    duration('timeout', 'How long to wait. With 0, the condition is checked once. A negative number means a week.', {
      fallback: '30s',
    }),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { flags } = session
  const printed = await reporter(session, 'none')
  const report: Report = (object, operation) => dropFailure(() => printed(object, operation))
  await session.connection()
  const condition = flags.text('for')
  const met = condition.toLowerCase() === 'delete' ? undefined : readCondition(condition)
  if (flags.boolean('local') && !namesFiles(flags)) throw new Failure(ONLY_FILES)
  const selection = await select(session, { bareTypeMeansAll: flags.boolean('all') })
  totalTimeout(session, limitOf(session))
  let seen = 0
  const selected = selectedObjects(session, selection, { readsFiles: met !== undefined })
  await forEach(selected, async ({ target, load }) => {
    seen++
    if (target.name === '') throw new Failure('resource name must be provided')
    if (met !== undefined) return report(await untilMet(session, target, await load(), met), 'condition met')
    let object: ApiObject
    try {
      object = await load()
    } catch (error) {
      if (hasReason(error, 'NotFound')) return
      throw error
    }
    if (limitOf(session) === 0) throw notMet(target)
    await untilGone(session, target, object.metadata?.uid)
    report(object, 'condition met')
  })
  if (seen === 0 && met !== undefined) throw new Failure('no matching resources found')
}

/** Without a time limit, kubectl checks the object itself, else the states of its informer. */
async function untilMet(
  session: Session,
  { type, namespace, name }: Target,
  object: ApiObject,
  met: WaitCondition,
): Promise<ApiObject> {
  const limit = limitOf(session)
  const timeout = totalTimeout(session, limit)
  if (limit === 0 && met(object)) return object
  if (limit === 0) throw notMet({ type, name })
  let last: ApiObject | undefined
  const changed = async () => {
    for await (const state of statesOf(session, { type, namespace, name })) {
      if (state === undefined && last === undefined) throw disappeared({ type, name })
      last = state ?? last
      if (state !== undefined && met(state)) return true
    }
    return false
  }
  if ((await timeout.within(changed)) && last !== undefined) return last
  throw new Failure(`timed out waiting for the condition on ${type.resource}/${name}`)
}

/** The failure for an object that was removed before the informer's list. */
function disappeared({ type, name }: Pick<Target, 'type' | 'name'>): ServerError {
  const message = `${groupResource(type)} ${JSON.stringify(name)} not found`
  return new ServerError({ code: 404, reason: 'NotFound', message })
}

const limitOf = ({ flags }: Session): number => parseDuration(flags.text('timeout')) ?? 30_000

const notMet = ({ type, name }: Pick<Target, 'type' | 'name'>): Failure =>
  new Failure(`condition not met for ${type.resource}/${name}`)
