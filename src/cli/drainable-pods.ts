import { objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'

/** The decision of drain about a pod: evict it, keep it, or refuse the drain. */
export interface Verdict {
  readonly pod: ApiObject
  readonly isEvicted: boolean
  readonly warning?: string
  readonly fault?: string
}

export interface DrainOptions {
  readonly force: boolean
  readonly ignoreDaemonSets: boolean
  readonly deleteLocalData: boolean
  /** A pod is skipped when its deletion began longer ago than this time in seconds. 0 or less: no pod is skipped. */
  readonly skipDeletedAfter: number
  /** The current time in milliseconds. */
  readonly now: number
}

/** The error of the read of a pod's daemon set; undefined when the daemon set exists. */
type DaemonSetFault = string | undefined

const MIRROR = '{labels}/config.mirror'

/** The name of the daemon set that controls a pod. */
export const daemonSetOf = ({ metadata }: ApiObject): string | undefined =>
  metadata?.ownerReferences?.find(({ controller, kind }) => controller === true && kind === 'DaemonSet')?.name

/** Whether a pod is skipped because its deletion began too long ago (`--skip-wait-for-delete-timeout`). */
export const isSkipped = (
  { metadata }: ApiObject,
  { skipDeletedAfter, now }: Pick<DrainOptions, 'skipDeletedAfter' | 'now'>,
): boolean =>
  skipDeletedAfter > 0 && Math.trunc((now - Date.parse(metadata?.deletionTimestamp ?? '')) / 1000) > skipDeletedAfter

/** Decides about a pod. The texts are kubectl's, including a doubled word. */
export function verdict(
  pod: ApiObject,
  options: DrainOptions,
  missing: DaemonSetFault,
  spell: (template: string) => string,
): Verdict {
  const { metadata, spec, status } = pod
  const kept = { pod, isEvicted: false }
  if (isSkipped(pod, options)) return kept
  const { phase } = objectOrEmpty(status)
  const finished = phase === 'Succeeded' || phase === 'Failed'
  if (daemonSetOf(pod) !== undefined && !finished) {
    if (missing !== undefined && !options.force) return { ...kept, fault: missing }
    if (missing === undefined)
      return options.ignoreDaemonSets
        ? { ...kept, warning: 'ignoring DaemonSet-managed Pods' }
        : { ...kept, fault: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' }
  }
  if (metadata?.annotations?.[spell(MIRROR)] !== undefined) return kept
  if (finished) return { pod, isEvicted: true }
  const local = objectsIn(objectOrEmpty(spec).volumes).some(({ emptyDir }) => emptyDir !== undefined)
  if (local && !options.deleteLocalData)
    return { ...kept, fault: 'Pods with local storage (use --delete-emptydir-data to override)' }
  if (metadata?.ownerReferences?.some(({ controller }) => controller === true) === true) return { pod, isEvicted: true }
  return options.force
    ? { pod, isEvicted: true, warning: 'deleting Pods that declare no controller' }
    : { ...kept, fault: 'cannot delete Pods that declare no controller (use --force to override)' }
}

export const podName = ({ metadata }: ApiObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

/** The different warnings or faults, each with its pods: `message: n/a, n/b`. */
export function podsByMessage(verdicts: readonly Verdict[], why: 'warning' | 'fault'): string[] {
  const pods = new Map<string, string[]>()
  for (const each of verdicts) {
    const text = each[why]
    if (text !== undefined) pods.set(text, [...(pods.get(text) ?? []), podName(each.pod)])
  }
  return [...pods].map(([text, names]) => `${text}: ${names.join(', ')}`)
}
