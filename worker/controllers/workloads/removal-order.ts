import { numberOfText } from '../../api/numbers.ts'
import { compareText } from '../../api/byte-order.ts'
import type { ApiObject } from '../../api/object.ts'
import { isObject } from '../../api/json.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import { timeOf } from '../object-parts.ts'
import { isActive, isReady, readySince } from '../pod-states.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

interface RemovalFactors {
  /** The pods of all replica sets with the same owner; the order counts how many of them each node runs. */
  readonly related: Iterable<ApiObject>
  /** The annotation of the deletion cost. */
  readonly costAnnotation: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * The sort keys of a pod for the deletion order, the most important first. A lower rank, a later time and more restarts
 * come first.
 */
interface SortKeys {
  readonly pod: ApiObject
  readonly ranks: readonly number[]
  readonly readySince: number | undefined
  readonly restarts: readonly [containers: number, sidecars: number]
  readonly createdAt: number | undefined
}

/**
 * The pods in deletion order: the least useful first.
 * @param factors without them, deletion costs and nodes do not count, and ages are compared exactly
 */
export function removalOrder(
  pods: readonly ApiObject[],
  { related, costAnnotation, now }: Partial<RemovalFactors> = {},
): ApiObject[] {
  const onNode = new Map<string, number>()
  for (const pod of related ?? []) {
    if (!isActive(pod)) continue
    const node = textAt(pod, 'spec.nodeName')
    onNode.set(node, (onNode.get(node) ?? 0) + 1)
  }
  return pods
    .map((pod): SortKeys => {
      const node = textAt(pod, 'spec.nodeName')
      return {
        pod,
        ranks: [
          node === '' ? 0 : 1,
          PHASES[textAt(pod, 'status.phase')] ?? 0,
          isReady(pod) ? 1 : 0,
          costAnnotation === undefined ? 0 : costOf(pod, costAnnotation),
          -(onNode.get(node) ?? 0),
        ],
        readySince: readySince(pod),
        restarts: restartsOf(pod),
        createdAt: timeOf(pod.metadata?.creationTimestamp ?? undefined),
      }
    })
    .sort((a, b) => compare(a, b, now))
    .map(({ pod }) => pod)
}

const PHASES = lookupTable<number>({ Pending: 0, Unknown: 1, Running: 2 })

function compare(a: SortKeys, b: SortKeys, now: number | undefined): number {
  for (const [index, rank] of a.ranks.entries()) {
    const difference = rank - (b.ranks[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (isReady(a.pod) && a.readySince !== b.readySince)
    return compareAges(a, b, { a: a.readySince, b: b.readySince, now })
  for (const [index, count] of a.restarts.entries()) {
    const difference = (b.restarts[index] ?? 0) - count
    if (difference !== 0) return difference
  }
  if (a.createdAt !== b.createdAt) return compareAges(a, b, { a: a.createdAt, b: b.createdAt, now })
  return 0
}

/**
 * Orders the younger pod first. With a current time, ages of the same power of two count as equal. An exact comparison would
 * delete only the youngest pods, which may all run on one node. A pod without a time is the youngest.
 */
function compareAges(
  { pod: a }: SortKeys,
  { pod: b }: SortKeys,
  times: { readonly a: number | undefined; readonly b: number | undefined; readonly now: number | undefined },
): number {
  if (times.a === undefined || times.b === undefined) return times.a === undefined ? -1 : 1
  if (times.now === undefined) return times.b - times.a
  const difference = magnitude(times.now - times.a) - magnitude(times.now - times.b)
  return difference || compareText(a.metadata?.uid ?? '', b.metadata?.uid ?? '')
}

/** The power of two of an age. It is computed in nanoseconds, as in the real controllers. */
const magnitude = (ms: number): number => (ms > 0 ? Math.trunc(Math.log2(ms * 1e6)) : -1)

/** The number in an annotation; 0 when the annotation is not a 32-bit integer. */
function costOf({ metadata }: ApiObject, annotation: string): number {
  const text = metadata?.annotations?.[annotation] ?? ''
  const cost = /^(?:0|-\d+|[1-9]\d*)$/.test(text) ? numberOfText(text) : 0
  return Math.abs(cost) < 2 ** 31 || cost === -(2 ** 31) ? cost : 0
}

/** The highest restart count of a container, and of a sidecar. */
function restartsOf(pod: ApiObject): [number, number] {
  const most = (path: string, counts: (name: string) => boolean): number => {
    let restarts = 0
    for (const status of listAt(pod, path).filter(isObject)) {
      if (counts(textAt(status, 'name'))) restarts = Math.max(restarts, numberAt(status, 'restartCount'))
    }
    return restarts
  }
  const sidecars = new Set<string>()
  for (const container of listAt(pod, 'spec.initContainers').filter(isObject)) {
    if (container['restartPolicy'] === 'Always') sidecars.add(textAt(container, 'name'))
  }
  return [
    most('status.containerStatuses', () => true),
    most('status.initContainerStatuses', (name) => sidecars.has(name)),
  ]
}
