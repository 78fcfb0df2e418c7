import { doubleOf } from '../../api/numbers.ts'
import type { ApiObject } from '../../api/object.ts'
import { parseInt64 } from '../../api/int64.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { replicasOf, rolloutBounds } from './deployment-spec.ts'

export type Annotations = Readonly<Record<string, string>>

/** The annotations that the controller writes on a deployment and its replica sets. */
export interface DeploymentAnnotations {
  /** The revision number of a replica set: 0 without an annotation, undefined when the annotation is not a number. */
  revisionOf(object: ApiObject): bigint | undefined
  /** The revision after the highest valid one. After the highest integer of 64 bits comes the lowest, as in Go. */
  nextRevision(sets: Iterable<ApiObject>): bigint
  /** The second highest revision number; 0 when there is none. */
  formerRevision(sets: Iterable<ApiObject>): bigint
  /** The deployment with the revision of a set; undefined when it is unchanged. */
  withRevisionOf(deployment: ApiObject, set: ApiObject): ApiObject | undefined
  /**
   * Annotations of the new replica set: the deployment's annotations, with at least this revision; undefined when
   * unchanged.
   */
  forNewSet(deployment: ApiObject, set: ApiObject, revision: bigint): Annotations | undefined
  /** Annotations of a set after scaling; undefined when unchanged. */
  afterScaling(deployment: ApiObject, set: ApiObject): Annotations | undefined
  /** The desired replicas of the deployment when the set was last scaled. */
  desiredReplicas(set: ApiObject): number | undefined
  /** The maximum replicas of the deployment when the set was last scaled. */
  maxReplicas(set: ApiObject): number | undefined
  /** The requested rollback revision, 0 meaning the previous one; undefined without a request. */
  rollbackOf(deployment: ApiObject): bigint | undefined
  /** Annotations of the deployment without the rollback request, and with the annotations of the restored set. */
  afterRollback(deployment: ApiObject, set?: ApiObject): Annotations
}

/** The maximum length of the revision history annotation. */
const LONGEST_HISTORY = 2000

const annotationsOf = ({ metadata }: ApiObject): Annotations => metadata?.annotations ?? {}

const integer = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : parseInt64(text))

/** A number of replicas. A valid one has at most 32 bits, so a JavaScript number holds it exactly. */
const count = (text: string | undefined): number | undefined => {
  const value = integer(text)
  return value === undefined ? undefined : doubleOf(value)
}

const compareDescending = (a: bigint, b: bigint): number => Number(b > a) - Number(a > b)

export function deploymentAnnotations(dialect: Dialect): DeploymentAnnotations {
  const key = (name: string): string => dialect.spell(`deployment.{labels}/${name}`)
  const REVISION = key('revision')
  const HISTORY = key('revision-history')
  const DESIRED = key('desired-replicas')
  const MAX = key('max-replicas')
  const ROLLBACK = 'deprecated.deployment.rollback.to'
  const lastApplied = dialect.spell('{cli}.{labels}/last-applied-configuration')
  const own: ReadonlySet<string> = new Set([lastApplied, REVISION, HISTORY, DESIRED, MAX, ROLLBACK])

  const revisionOf = (object: ApiObject): bigint | undefined => integer(annotationsOf(object)[REVISION] ?? '0')

  /** The positive revision at an index of the descending order; 0 when there is none. */
  function revisionAt(sets: Iterable<ApiObject>, index: number): bigint {
    const numbers = Array.from(sets, revisionOf).filter((revision) => revision !== undefined)
    const found = numbers.sort(compareDescending)[index] ?? 0n
    return found > 0n ? found : 0n
  }

  return {
    revisionOf,
    nextRevision: (sets) => BigInt.asIntN(64, revisionAt(sets, 0) + 1n),
    formerRevision: (sets) => revisionAt(sets, 1),
    withRevisionOf(deployment, set) {
      const annotations = annotationsOf(deployment)
      const revision = annotationsOf(set)[REVISION] ?? ''
      if (annotations[REVISION] === revision) return undefined
      return {
        ...deployment,
        metadata: { ...deployment.metadata, annotations: { ...annotations, [REVISION]: revision } },
      }
    },
    forNewSet(deployment, set, revision) {
      const before = annotationsOf(set)
      const after: Record<string, string> = { ...before }
      for (const [name, value] of Object.entries(annotationsOf(deployment))) if (!own.has(name)) after[name] = value
      const known = before[REVISION]
      const number = known === undefined || known === '' ? 0n : integer(known)
      if (number === undefined) return undefined
      if (number < revision) {
        after[REVISION] = String(revision)
        if (known !== undefined) after[HISTORY] = history(before[HISTORY] ?? '', known)
      }
      const isSame = Object.keys(after).every((name) => before[name] === after[name])
      return isSame ? undefined : after
    },
    afterScaling(deployment, set) {
      const before = annotationsOf(set)
      const desired = String(replicasOf(deployment))
      const max = String(replicasOf(deployment) + rolloutBounds(deployment).surge)
      if (before[DESIRED] === desired && before[MAX] === max) return undefined
      return { ...before, [DESIRED]: desired, [MAX]: max }
    },
    desiredReplicas: (set) => count(annotationsOf(set)[DESIRED]),
    maxReplicas: (set) => count(annotationsOf(set)[MAX]),
    rollbackOf: (deployment) => integer(annotationsOf(deployment)[ROLLBACK]),
    afterRollback(deployment, set) {
      const kept = Object.entries(annotationsOf(deployment)).filter(([name]) => set === undefined || own.has(name))
      const taken = Object.entries(set === undefined ? {} : annotationsOf(set)).filter(([name]) => !own.has(name))
      const { [ROLLBACK]: _, ...annotations } = Object.fromEntries([...kept, ...taken])
      return annotations
    },
  }
}

/** The former revisions of a template; the oldest are dropped when the text grows too long. */
function history(known: string, revision: string): string {
  if (known === '') return revision
  const revisions = known.split(',')
  let length = known.length + revision.length + 1
  while (length > LONGEST_HISTORY && revisions.length > 0) length -= (revisions.shift()?.length ?? 0) + 1
  return length > LONGEST_HISTORY ? known : [...revisions, revision].join(',')
}
