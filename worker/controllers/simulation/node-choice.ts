import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import { isMetBy } from '../nodes/node-selection.ts'
import { objectAt } from '../object-parts.ts'
import { preferNoScheduleTaints, type Filter, type Refusal } from './node-filters.ts'
import { needsOf, type NodeUse } from './occupancy.ts'
import { affinityFilter, type ClusterSnapshot } from './pod-affinity.ts'
import { spreadFilter } from './topology-spread.ts'

/** The node of a pod, or the reasons against all nodes. */
export type Choice = { readonly node: string } | Unschedulable

/** The reasons against all nodes, in the words of the real scheduler. */
export interface Unschedulable {
  readonly why: string
  /** The reason why a preemption would not help. */
  readonly noPreemption: string
  /** Nodes that could fit after the removal of other pods. */
  readonly contested: readonly ApiObject[]
}

export interface SchedulingContext extends ClusterSnapshot {
  readonly filters: readonly Filter[]
  readonly use: (node: string) => NodeUse
}

export const NO_NODES: Unschedulable = { why: 'no nodes available to schedule pods', noPreemption: '', contested: [] }

/**
 * Returns a function that takes a node and returns the reasons of the first filter that rejects the node; undefined when the node
 * fits.
 */
export function nodeVerdict(pod: ApiObject, snapshot: SchedulingContext): (node: ApiObject) => Refusal | undefined {
  const needs = needsOf(pod)
  const filters = [...snapshot.filters, spreadFilter(pod, snapshot), affinityFilter(pod, snapshot)]
  return (node) => {
    const candidate = { pod, needs, node, use: snapshot.use(node.metadata?.name ?? '') }
    return firstResult(filters, (filter) => filter(candidate))
  }
}

/**
 * Chooses the fitting node with the fewest `PreferNoSchedule` taints, then the most preferred one, then the one with the
 * fewest pods.
 * @param among the nodes to choose from
 */
export function chooseNode(
  pod: ApiObject,
  snapshot: SchedulingContext,
  among: readonly ApiObject[] = snapshot.nodes,
): Choice {
  const { use } = snapshot
  if (among.length === 0) return NO_NODES
  const verdict = nodeVerdict(pod, snapshot)
  const refusals: (Refusal & { readonly node: ApiObject })[] = []
  let best: { readonly name: string; readonly rank: readonly number[] } | undefined
  for (const node of among) {
    const name = node.metadata?.name ?? ''
    const refusal = verdict(node)
    if (refusal !== undefined) {
      refusals.push({ ...refusal, node })
      continue
    }
    const rank = [preferNoScheduleTaints(pod, node), -preference(pod, node), use(name).pods.size]
    if (best === undefined || isBefore(rank, best.rank)) best = { name, rank }
  }
  if (best !== undefined) return { node: best.name }
  const contested = refusals.filter(({ isFinal }) => !isFinal).map(({ node }) => node)
  return { ...refusalTexts(pod, refusals), contested }
}

function firstResult<From, To>(all: readonly From[], resultOf: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const answer = resultOf(one)
    if (answer !== undefined) return answer
  }
  return undefined
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

const PREFERRED = 'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution'

const preference = (pod: ApiObject, node: ApiObject): number =>
  listAt(pod, PREFERRED)
    .filter(isObject)
    .filter((one) => isMetBy(objectAt(one, 'preference'), node))
    .reduce((sum, one) => sum + numberAt(one, 'weight'), 0)

/** Counts equal reasons: `1 node(s) were unschedulable, 2 Insufficient cpu`. */
function counted(reasons: Iterable<string>): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Array.from(counts, ([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ')
}

function refusalTexts(pod: ApiObject, refusals: readonly Refusal[]): Pick<Unschedulable, 'why' | 'noPreemption'> {
  const none = noneOf(refusals.length)
  const why = `${none} ${counted(refusals.flatMap(({ reasons }) => reasons))}.`
  if (textAt(pod, 'spec.preemptionPolicy') === 'Never') {
    return { why, noPreemption: ' preemption: not eligible due to preemptionPolicy=Never.' }
  }
  const outlook = counted(refusals.map(({ isFinal }) => (isFinal ? UNHELPFUL : NO_VICTIMS)))
  return { why, noPreemption: ` preemption: ${none} ${outlook}.` }
}

/** The answer for one reason that excludes every node. */
export function allExcluded(nodes: number, reason: string): Unschedulable {
  const none = noneOf(nodes)
  return { why: `${none} ${reason}.`, noPreemption: ` preemption: ${none} ${nodes} ${UNHELPFUL}.`, contested: [] }
}

const noneOf = (nodes: number): string => `0/${nodes} nodes are available:`
const UNHELPFUL = 'Preemption is not helpful for scheduling'
const NO_VICTIMS = 'No preemption victims found for incoming pod'
