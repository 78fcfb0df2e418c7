import { objectOrEmpty } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import { parseRevision } from './rollouts.ts'
import { lookupTable } from '../../worker/runtime/lookup-table.ts'

/** The progress of a rollout in kubectl's text. */
export interface Progress {
  readonly message: string
  readonly done: boolean
}

type Viewer = (object: ApiObject, revision: bigint, spell: (text: string) => string) => Progress

/** The function that reads the progress of a rollout; undefined for a type that has no rollouts. */
export function statusViewer({ group, kind }: Pick<ResourceType, 'group' | 'kind'>): Viewer | undefined {
  return group === 'apps' ? VIEWERS[kind] : undefined
}

const VIEWERS = lookupTable<Viewer>({
  Deployment: deployment,
  DaemonSet: daemonSet,
  StatefulSet: statefulSet,
})

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
/** Numbers and bigints compare exactly with each other. */
const int64 = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : count(value))
const waiting = (message: string): Progress => ({ message: `${message}\n`, done: false })
const finished = (message: string): Progress => ({ message: `${message}\n`, done: true })
const observed = ({ metadata, status }: ApiObject): boolean =>
  int64(metadata?.generation) <= int64(objectOrEmpty(status).observedGeneration)

function deployment(object: ApiObject, revision: bigint, spell: (text: string) => string): Progress {
  const { metadata, spec, status } = object
  const name = JSON.stringify(metadata?.name ?? '')
  if (revision > 0n) {
    const running = metadata?.annotations?.[spell('deployment.{labels}/revision')] ?? '0'
    if (parseRevision(running) !== revision)
      throw new Failure(`desired revision (${revision}) is different from the running revision (${running})`)
  }
  if (!observed(object)) return waiting('Waiting for deployment spec update to be observed...')
  const { conditions, replicas, updatedReplicas, availableReplicas } = objectOrEmpty(status)
  const progressing = (Array.isArray(conditions) ? conditions : []).find(
    (each) => objectOrEmpty(each).type === 'Progressing',
  )
  if (objectOrEmpty(progressing).reason === 'ProgressDeadlineExceeded')
    throw new Failure(`deployment ${name} exceeded its progress deadline`)
  const head = `Waiting for deployment ${name} rollout to finish:`
  const [desired, updated] = [count(objectOrEmpty(spec).replicas ?? 1), count(updatedReplicas)]
  if (updated < desired) return waiting(`${head} ${updated} out of ${desired} new replicas have been updated...`)
  if (count(replicas) > updated)
    return waiting(`${head} ${count(replicas) - updated} old replicas are pending termination...`)
  if (count(availableReplicas) < updated)
    return waiting(`${head} ${count(availableReplicas)} of ${updated} updated replicas are available...`)
  return finished(`deployment ${name} successfully rolled out`)
}

function onlyRolling(spec: unknown): void {
  if (objectOrEmpty(objectOrEmpty(spec).updateStrategy).type !== 'RollingUpdate')
    throw new Failure('rollout status is only available for RollingUpdate strategy type')
}

function daemonSet(object: ApiObject): Progress {
  onlyRolling(object.spec)
  if (!observed(object)) return waiting('Waiting for daemon set spec update to be observed...')
  const name = JSON.stringify(object.metadata?.name ?? '')
  const { desiredNumberScheduled, updatedNumberScheduled, numberAvailable } = objectOrEmpty(object.status)
  const head = `Waiting for daemon set ${name} rollout to finish:`
  const [desired, updated] = [count(desiredNumberScheduled), count(updatedNumberScheduled)]
  if (updated < desired) return waiting(`${head} ${updated} out of ${desired} new pods have been updated...`)
  if (count(numberAvailable) < desired)
    return waiting(`${head} ${count(numberAvailable)} of ${desired} updated pods are available...`)
  return finished(`daemon set ${name} successfully rolled out`)
}

function statefulSet(object: ApiObject): Progress {
  onlyRolling(object.spec)
  const status = objectOrEmpty(object.status)
  if (int64(status.observedGeneration) === 0 || !observed(object))
    return waiting('Waiting for statefulset spec update to be observed...')
  const { replicas, updateStrategy } = objectOrEmpty(object.spec)
  const [desired, ready] = [count(replicas ?? 1), count(status.readyReplicas)]
  if (ready < desired) return waiting(`Waiting for ${desired - ready} pods to be ready...`)
  const { rollingUpdate } = objectOrEmpty(updateStrategy)
  const partition = count(objectOrEmpty(rollingUpdate).partition)
  const updated = count(status.updatedReplicas)
  if (rollingUpdate !== undefined && updated < desired - partition)
    return waiting(
      `Waiting for partitioned roll out to finish: ${updated} out of ${desired - partition} new pods have been updated...`,
    )
  // The server sets the partition to 0 by default, so nearly every set ends here.
  if (rollingUpdate !== undefined)
    return finished(`partitioned roll out complete: ${updated} new pods have been updated...`)
  if (status.updateRevision !== status.currentRevision)
    return waiting(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${String(status.updateRevision)}...`,
    )
  return finished(
    `statefulset rolling update complete ${count(status.currentReplicas)} pods at revision ${String(status.currentRevision)}...`,
  )
}
