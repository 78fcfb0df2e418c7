import { compareText } from '../../api/byte-order.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { REVISION_LABEL } from './controller-history.ts'
import type { Tolerations } from './daemon-set-nodes.ts'
import { isBeingDeleted, objectAt } from '../object-parts.ts'
import { hasFinished } from '../pod-states.ts'

const GENERATION_LABEL = 'pod-template-generation'
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation'

export function templateOf(daemonSet: ApiObject): JsonObject {
  const template = valueAt(daemonSet, 'spec.template')
  return objectOrEmpty(template)
}

/**
 * Returns a function that makes the template of the pod for one node. Only that node meets the affinity of the pod, so the
 * scheduler binds the pod there.
 */
export function podTemplate(
  daemonSet: ApiObject,
  hash: string,
  tolerations: Tolerations,
): (node: string) => JsonObject {
  const template = templateOf(daemonSet)
  const [metadata, spec] = [objectAt(template, 'metadata'), objectAt(template, 'spec')]
  const generation = daemonSet.metadata?.annotations?.[GENERATION_ANNOTATION] ?? ''
  const labels = {
    ...objectAt(metadata, 'labels'),
    ...(/^[+-]?\d+$/.test(generation) && { [GENERATION_LABEL]: String(BigInt(generation.replace('+', ''))) }),
    [REVISION_LABEL]: hash,
  }
  const tolerated = tolerations(template)
  return (node) => ({
    ...template,
    metadata: { ...metadata, labels },
    spec: { ...spec, affinity: affinityTo(node, objectAt(spec, 'affinity')), tolerations: tolerated },
  })
}

function affinityTo(node: string, affinity: JsonObject): JsonObject {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }]
  const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms: [{ matchFields }] }
  const nodeAffinity = { ...objectAt(affinity, 'nodeAffinity'), requiredDuringSchedulingIgnoredDuringExecution }
  return { ...affinity, nodeAffinity }
}

const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'

/** The node of a pod, or the node that its affinity names; undefined when the affinity does not name exactly one. */
function nodeOf(pod: ApiObject): string | undefined {
  const nodeName = textAt(pod, 'spec.nodeName')
  if (nodeName !== '') return nodeName
  for (const term of listAt(pod, TERMS).filter(isObject)) {
    for (const field of listAt(term, 'matchFields').filter(isObject)) {
      if (textAt(field, 'key') !== 'metadata.name' || textAt(field, 'operator') !== 'In') continue
      const [name, ...others] = listAt(field, 'values')
      return typeof name === 'string' && others.length === 0 ? name : undefined
    }
  }
  return undefined
}

/** The pods of each node, in the order of precedence: the status counts only the first one. */
export type PodsByNode = ReadonlyMap<string, readonly ApiObject[]>

/** Groups pods by their node, without finished pods that are being deleted. */
export function byNode(pods: readonly ApiObject[]): PodsByNode {
  const nodes = new Map<string, ApiObject[]>()
  for (const pod of pods) {
    const node = hasFinished(pod) && isBeingDeleted(pod) ? undefined : nodeOf(pod)
    if (node !== undefined) nodes.set(node, [...(nodes.get(node) ?? []), pod])
  }
  for (const ofNode of nodes.values()) ofNode.sort(byPrecedence)
  return nodes
}

export const isScheduled = (pod: ApiObject): boolean => textAt(pod, 'spec.nodeName') !== ''

/** Pods on the node come before pods that wait for it, and older pods before newer ones. */
function byPrecedence(a: ApiObject, b: ApiObject): number {
  if (isScheduled(a) !== isScheduled(b)) return isScheduled(a) ? -1 : 1
  return (
    compare(a.metadata?.creationTimestamp, b.metadata?.creationTimestamp) || compare(a.metadata?.name, b.metadata?.name)
  )
}

const compare = (a: string | null | undefined, b: string | null | undefined): number => compareText(a ?? '', b ?? '')
