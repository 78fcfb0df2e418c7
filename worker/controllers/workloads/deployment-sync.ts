import { quote } from '../../api/go-format.ts'
import type { ApiObject } from '../../api/object.ts'
import { integerAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import type { DeploymentAnnotations } from './deployment-annotations.ts'
import { DeploymentRun, type DeploymentContext } from './deployment-run.ts'
import { currentSetReplicas, oldScalings, resizings, type Scaling } from './deployment-scaling.ts'
import { allOf, byAge, hasReplicas, isSameTemplate, sumOf, withoutHash } from './deployment-sets.ts'
import { historyLimitOf, isRolling, replicasOf } from './deployment-spec.ts'
import { isComplete, observedStatus, rolloutStatus, waitForDeadline } from './deployment-status.ts'
import { isBeingDeleted, objectAt } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'

interface DeploymentSyncContext extends DeploymentContext {
  /** The pods that a replica set controls, in any state. */
  readonly podsOf: (set: ApiObject) => Iterable<ApiObject>
}

/**
 * Advances a deployment by one step. The resulting changes of its replica sets requeue the deployment.
 * @returns milliseconds until the next sync, if nothing changes before; undefined when only a change requires a sync
 */
export async function syncDeployment(
  context: DeploymentSyncContext,
  deployment: ApiObject,
  owned: readonly ApiObject[],
): Promise<number | undefined> {
  const { annotations } = context
  const run = new DeploymentRun(context, deployment, owned)
  if (isBeingDeleted(deployment)) {
    await run.syncRevision()
    await run.writeStatus(observedStatus(run.deployment, run.sets, run.now))
    return undefined
  }
  recordPause(run)
  if (isPaused(deployment)) return resize(run, annotations)
  const revision = annotations.rollbackOf(deployment)
  if (revision !== undefined) return rollBack(run, annotations, revision)
  await run.syncRevision()
  const wanted = replicasOf(deployment)
  const isResized = (set: ApiObject): boolean => (annotations.desiredReplicas(set) ?? wanted) !== wanted
  if (allOf(run.sets).filter(hasReplicas).some(isResized)) return resize(run, annotations)
  return isRolling(deployment) ? rollOut(run, annotations) : recreate(run, context)
}

const isPaused = (deployment: ApiObject): boolean => valueAt(deployment, 'spec.paused') === true

/** Records a pause in the Progressing condition, since paused time does not count towards the progress deadline. */
function recordPause(run: DeploymentRun): void {
  const reason = textAt(conditionOf(run.deployment, 'Progressing') ?? {}, 'reason')
  if (reason === 'ProgressDeadlineExceeded') return
  const wasPaused = reason === 'DeploymentPaused'
  if (isPaused(run.deployment) && !wasPaused) {
    run.noteProgress({ status: 'Unknown', reason: 'DeploymentPaused', message: 'Deployment is paused' })
  } else if (!isPaused(run.deployment) && wasPaused) {
    run.noteProgress({ status: 'Unknown', reason: 'DeploymentResumed', message: 'Deployment is resumed' })
  }
}

async function resize(run: DeploymentRun, annotations: DeploymentAnnotations): Promise<undefined> {
  await run.syncRevision()
  await scaleAll(run, resizings(run.deployment, run.sets, annotations))
  const isRollingBack = annotations.rollbackOf(run.deployment) !== undefined
  if (isPaused(run.deployment) && !isRollingBack) await cleanUpHistory(run, annotations)
  await run.writeStatus(observedStatus(run.deployment, run.sets, run.now))
}

async function scaleAll(run: DeploymentRun, scalings: readonly Scaling[]): Promise<void> {
  for (const scaling of scalings) await run.scale(scaling)
}

async function rollOut(run: DeploymentRun, annotations: DeploymentAnnotations): Promise<number | undefined> {
  await run.syncCurrentSet()
  const { current } = run.sets
  const replicas = currentSetReplicas(run.deployment, run.sets)
  if (current !== undefined && replicasOf(current) !== replicas) {
    await run.scale({ set: current, replicas })
    return syncRolloutStatus(run)
  }
  const scalings = oldScalings(run.deployment, run.sets)
  if (scalings.length > 0) await scaleAll(run, scalings)
  else if (isDone(run)) await cleanUpHistory(run, annotations)
  return syncRolloutStatus(run)
}

async function recreate(
  run: DeploymentRun,
  { annotations, podsOf }: DeploymentSyncContext,
): Promise<number | undefined> {
  const { current, old } = run.sets
  const active = old.filter(hasReplicas)
  if (active.length > 0) {
    await scaleAll(
      run,
      active.map((set) => ({ set, replicas: 0 })),
    )
    return syncRolloutStatus(run)
  }
  const isRunning = (set: ApiObject): boolean => [...podsOf(set)].some((pod) => !hasFinished(pod))
  if (sumOf(old, 'status.replicas') > 0 || old.some(isRunning)) return syncRolloutStatus(run)
  if (current === undefined) await run.syncCurrentSet()
  const created = run.sets.current
  const replicas = replicasOf(run.deployment)
  if (created !== undefined && replicasOf(created) !== replicas) await run.scale({ set: created, replicas })
  if (isDone(run)) await cleanUpHistory(run, annotations)
  return syncRolloutStatus(run)
}

const isDone = ({ deployment }: DeploymentRun): boolean => isComplete(deployment, objectAt(deployment, 'status'))

async function syncRolloutStatus(run: DeploymentRun): Promise<number | undefined> {
  const status = rolloutStatus(run.deployment, run.sets, run.now)
  const isStatusChanged = await run.writeStatus(status)
  return isStatusChanged ? undefined : waitForDeadline(run.deployment, status, run.now)
}

/**
 * Deletes the oldest replica sets beyond `revisionHistoryLimit`, except sets that still have replicas or an outdated
 * status.
 */
async function cleanUpHistory(run: DeploymentRun, { revisionOf }: DeploymentAnnotations): Promise<void> {
  const limit = historyLimitOf(run.deployment)
  if (limit === undefined) return
  const byRevision = (a: ApiObject, b: ApiObject): number => {
    const [one, other] = [revisionOf(a), revisionOf(b)]
    return one === undefined || other === undefined ? 0 : Number(one > other) - Number(one < other)
  }
  const old = run.sets.old.filter((set) => !isBeingDeleted(set))
  const sorted = old.sort((a, b) => byRevision(a, b) || byAge(a, b))
  for (const set of sorted.slice(0, Math.max(0, old.length - limit))) {
    const isUnseen = (set.metadata?.generation ?? 0) > integerAt(set, 'status.observedGeneration')
    if (numberAt(set, 'status.replicas') === 0 && !hasReplicas(set) && !isUnseen) await run.deleteSet(set)
  }
}

/** Restores the template of a revision; 0 means the revision before the current one. */
async function rollBack(run: DeploymentRun, annotations: DeploymentAnnotations, revision: bigint): Promise<undefined> {
  await run.syncCurrentSet()
  const all = allOf(run.sets)
  const wanted = revision === 0n ? annotations.formerRevision(all) : revision
  const set = wanted === 0n ? undefined : all.find((one) => annotations.revisionOf(one) === wanted)
  const { name = '' } = run.deployment.metadata ?? {}
  if (set === undefined) {
    const message = wanted === 0n ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.'
    run.recordEvent('Warning', 'DeploymentRollbackRevisionNotFound', message)
    await run.writeSpec(withAnnotations(run.deployment, annotations.afterRollback(run.deployment)))
    return
  }
  const template = withoutHash(valueAt(set, 'spec.template'))
  if (isSameTemplate(template, valueAt(run.deployment, 'spec.template'))) {
    const message = `The rollback revision contains the same template as current deployment ${quote(name)}`
    run.recordEvent('Warning', 'DeploymentRollbackTemplateUnchanged', message)
    await run.writeSpec(withAnnotations(run.deployment, annotations.afterRollback(run.deployment)))
    return
  }
  const spec = { ...objectAt(run.deployment, 'spec'), template }
  const after = annotations.afterRollback(run.deployment, set)
  await run.writeSpec(withAnnotations({ ...run.deployment, spec }, after))
  run.recordEvent('Normal', 'DeploymentRollback', `Rolled back deployment ${quote(name)} to revision ${wanted}`)
}

const withAnnotations = (object: ApiObject, annotations: Readonly<Record<string, string>>): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...annotations } },
})
