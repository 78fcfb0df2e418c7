import { stringifyJson } from '../../worker/codec/encode.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import { resourcePath } from './discovery.ts'
import { parseDuration } from './duration.ts'
import { Failure, hasReason } from './failure.ts'
import type { Target } from './selection.ts'
import { statesOf } from './named-watch.ts'
import type { Session } from './session.ts'
import { totalTimeout } from './total-timeout.ts'
import { lookupTable } from '../../worker/runtime/lookup-table.ts'

export interface DeletionOptions {
  /** The grace period in seconds; a negative number means the default of the resource. */
  readonly gracePeriod: number
  readonly dryRun?: boolean
}

/** Deletes one object with the `--cascade` of the command line. `untilGone` waits until it is removed. */
export async function removeTarget(session: Session, target: Target, options: DeletionOptions): Promise<JsonObject> {
  const client = await session.client()
  const body = {
    propagationPolicy: cascadeOf(session),
    ...(options.gracePeriod >= 0 ? { gracePeriodSeconds: options.gracePeriod } : {}),
    ...(options.dryRun ? { dryRun: ['All'] } : {}),
  }
  return client.json({
    method: 'DELETE',
    path: resourcePath(target.type, target.namespace, target.name),
    body: stringifyJson(body),
  })
}

/** Deprecated boolean values of `--cascade`. */
const BOOLEAN_CASCADES: ReadonlyMap<string, string> = new Map([
  ['true', 'background'],
  ['false', 'orphan'],
])

const POLICIES = lookupTable<string>({
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
})

/** The policy of each command line. It is read once, so a deprecated value is reported once. */
const read = new WeakMap<Session, string>()

/** The propagation policy of `--cascade`. @throws Failure */
export function cascadeOf(session: Session): string {
  const known = read.get(session)
  if (known !== undefined) return known
  const policy = readCascade(session)
  read.set(session, policy)
  return policy
}

function readCascade(session: Session): string {
  const value = session.flags.text('cascade')
  const instead = BOOLEAN_CASCADES.get(value)
  if (instead !== undefined)
    session.host.stderr(
      `warning: --cascade=${value} is deprecated (boolean value) and can be replaced with --cascade=${instead}.\n`,
    )
  const policy = POLICIES[instead ?? value]
  if (policy === undefined)
    throw new Failure(`invalid cascade value (${value}). Must be "background", "foreground", or "orphan"`)
  return policy
}

/** The uid of the deleted object, from the object itself or from the details of a Status. */
export function uidOf(answer: JsonObject): string | undefined {
  const holder = answer.kind === 'Status' ? answer.details : answer.metadata
  return isObject(holder) && typeof holder.uid === 'string' ? holder.uid : undefined
}

/**
 * Waits for the removal of objects, one after the other. As in kubectl, the first failure ends the wait. A user who may
 * delete an object but not read it does not wait.
 */
export async function untilAllGone(waiting: readonly (() => Promise<void>)[]): Promise<void> {
  try {
    for (const wait of waiting) await wait()
  } catch (error) {
    if (!hasReason(error, 'Forbidden') && !hasReason(error, 'MethodNotAllowed')) throw error
  }
}

const TIMED_OUT = 'timed out waiting for the condition'

/**
 * Resolves when the object is removed or another object has its name. With `polls`, the error of a timeout does not
 * name the object, because kubectl polls there instead of watching.
 * @throws Failure after `--timeout`
 */
export async function untilGone(
  session: Session,
  target: Target,
  uid: string | undefined,
  { polls = false } = {},
): Promise<void> {
  const { type, namespace, name } = target
  const client = await session.client()
  let current: JsonObject
  try {
    current = await client.json({ path: resourcePath(type, namespace, name) })
  } catch (error) {
    if (hasReason(error, 'NotFound')) return
    throw error
  }
  const metadata = objectOrEmpty(current.metadata)
  if (uid !== undefined && metadata.uid !== uid) return
  const limit = parseDuration(session.flags.text('timeout')) ?? 0
  const gone = async () => {
    for await (const state of statesOf(session, target)) if (state === undefined) return true
    return false
  }
  if (await totalTimeout(session, limit).within(gone)) return
  throw new Failure(polls ? TIMED_OUT : `${TIMED_OUT} on ${type.resource}/${name}`)
}
