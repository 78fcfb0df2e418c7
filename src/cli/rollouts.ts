import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { CHANGE_CAUSE } from './change-cause.ts'
import { selectorTerms } from '../../worker/api/selector-text.ts'
import { groupKind, resourcePath } from './discovery.ts'
import { Failure, restated } from './failure.ts'
import { logReading } from './selected-objects.ts'
import type { Selection, Target } from './selection.ts'
import { select } from './selection.ts'
import type { Session } from './session.ts'
import { namesFiles } from './manifests.ts'

/**
 * The objects that `rollout` changes or prints. A type without names selects all objects of the type.
 * @throws Failure without a type, or for a negative revision
 */
export async function selectRollouts(session: Session, revision = 0n): Promise<Selection> {
  const { flags, args } = session
  await session.namespace()
  if (args.length === 0 && !namesFiles(flags)) throw new Failure('required resource not specified')
  if (revision < 0n) throw new Failure(`revision must be a positive integer: ${revision}`)
  return select(session, { bareTypeMeansAll: true, typed: true })
}

/** The kinds for which kubectl's visitor of pod templates has a method. */
const VISITED_KINDS: ReadonlySet<string> = new Set([
  'DaemonSet.apps',
  'Deployment.apps',
  'Job.batch',
  'CronJob.batch',
  'Pod',
  'ReplicaSet.apps',
  'ReplicationController',
  'StatefulSet.apps',
])

/**
 * The error for an object without a history. `noun` names kubectl's missing function, such as `history viewer`;
 * `subject` names the requested part.
 */
export function withoutRevisions(target: Target, noun: string, subject: string): Failure {
  const kind = groupKind(target.type)
  return VISITED_KINDS.has(kind)
    ? new Failure(`no ${noun} has been implemented for ${JSON.stringify(kind)}`)
    : new Failure(
        `error retrieving ${subject} for ${JSON.stringify(kind)}, no visitor method exists for {${target.type.group} ${target.type.kind}}`,
      )
}

/** One step of an object's history, with its pod template. */
export interface Revision {
  readonly number: bigint
  readonly changeCause: string | undefined
  readonly template: JsonObject
  /** The object that `-o` prints: the replica set, or the workload with its earlier template. */
  readonly object: ApiObject
  readonly annotations: Readonly<Record<string, string>>
}

/** The revisions of an object, the oldest first; undefined when the kind has no history. */
export async function revisionsOf(
  session: Session,
  target: Target,
  object: ApiObject,
): Promise<readonly Revision[] | undefined> {
  const { kind, group } = target.type
  if (group !== 'apps') return undefined
  if (kind !== 'ReplicaSet') await logReading(session, target)
  const spell = (text: string): string => session.host.dialect.spell(text)
  const cause = (annotations: Readonly<Record<string, string>>) => annotations[spell(CHANGE_CAUSE)] || undefined
  const found: Revision[] = []
  if (kind === 'Deployment')
    for (const set of await owned(session, target, object, 'ReplicaSet')) {
      const annotations = set.metadata?.annotations ?? {}
      const number = parseRevision(annotations[spell('deployment.{labels}/revision')] ?? '')
      if (number === undefined) continue
      found.push({ number, changeCause: cause(annotations), template: templateOf(set), object: set, annotations })
    }
  else if (kind === 'DaemonSet' || kind === 'StatefulSet')
    for (const revision of await owned(session, target, object, 'ControllerRevision')) {
      const annotations = revision.metadata?.annotations ?? {}
      // The data is a patch of the workload. The template in the patch replaces the current template.
      const { $patch: _, ...template } = templateOf(objectOrEmpty(revision.data))
      const before = { ...object, spec: { ...objectOrEmpty(object.spec), template } }
      const number = int64(revision.revision)
      found.push({ number, changeCause: cause(annotations), template, object: before, annotations })
    }
  else return undefined
  return found.sort((a, b) => Number(a.number > b.number) - Number(a.number < b.number))
}

/** An integer of the API. JSON readers return it as a number or, beyond 2^53, as a bigint. */
const int64 = (value: unknown): bigint =>
  typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value as bigint | number) : 0n

/** The int64 in an annotation: 0 when it is empty, undefined when it holds no such number. */
export function parseRevision(text: string): bigint | undefined {
  if (text === '') return 0n
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const number = BigInt(text)
  return BigInt.asIntN(64, number) === number ? number : undefined
}

export function templateOf({ spec }: ApiObject): JsonObject {
  return isObject(spec) && isObject(spec.template) ? spec.template : {}
}

/** The text before the fault of a refused list. */
const unlisted = ({ type, name }: Target): string =>
  type.kind === 'Deployment'
    ? `failed to retrieve replica sets from deployment ${name}`
    : `unable to find history controlled by ${type.kind} ${name}`

async function owned(
  session: Session,
  target: Target,
  { metadata, spec }: ApiObject,
  kind: string,
): Promise<ApiObject[]> {
  const type = await session.typeOf({ apiVersion: 'apps/v1', kind })
  if (type === undefined) return []
  const client = await session.client()
  const query = { labelSelector: selectorTerms(isObject(spec) ? spec.selector : undefined) || undefined }
  const { items } = await client.json({ path: resourcePath(type, target.namespace), query }).catch((error: unknown) => {
    throw restated(error, unlisted(target))
  })
  const all = Array.isArray(items) ? (items as ApiObject[]) : []
  return all
    .filter((each) => each.metadata?.ownerReferences?.some((owner) => owner.uid === metadata?.uid && owner.controller))
    .map((each) => ({ ...each, apiVersion: 'apps/v1', kind }))
}
