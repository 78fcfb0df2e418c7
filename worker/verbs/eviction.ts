import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, plainError, wasRefused } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { listAt, ownPart, textAt } from '../resources/path.ts'
import { admitAction, asAdmitted, done } from './action.ts'
import { agreeNamespace } from './body-place.ts'
import { deleteOne } from './delete.ts'
import { dryRunOf, readDeleteOptions } from './delete-options.ts'
import { budgetOf, mayGoUnready, stillProcessed, takeDisruption } from './disruption-budget.ts'
import type { Environment } from './environment.ts'
import { keyOf } from './environment.ts'
import { get } from './get.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { tracked } from './tracking.ts'
import type { Caller, DeleteOptions, Target, WriteOptions, Written } from './verbs.ts'
import { withCondition } from '../api/condition.ts'

/** `pods/eviction`: a deletion that a disruption budget may refuse. */
export async function evictPod(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const posted = editable(body)
  agreeNamespace(target, posted)
  const eviction = editable(tracked(environment, target, caller, options, { live: undefined, next: posted }))
  const admission = await admitAction(environment, target, caller, eviction, options)
  if (textAt(eviction, 'metadata.name') !== target.name) {
    throw badRequest('name in URL does not match name in Eviction object')
  }
  const raw = isObject(eviction['deleteOptions']) ? eviction['deleteOptions'] : {}
  const dryRun = agreedDryRun(dryRunOf(raw), options)
  await admission.validate()
  const pod = { ...target, subresource: undefined }
  const { object } = await get(environment, pod, { resourceVersion: '' })
  const deletion = (): DeleteOptions =>
    readDeleteOptions({ ...raw, ...(dryRun.length > 0 && { dryRun: [...dryRun] }) }, environment.dialect)
  const evict = (more: Partial<DeleteOptions>): Promise<void> =>
    markAndDelete(environment, pod, caller, { ...deletion(), ...more })
  const guard = isUnguarded(object) ? undefined : budgetOf(environment, object)
  if (guard === undefined) await evict({})
  else if (mayGoUnready(object, guard)) await evictSeen(environment, pod, guard, deletion(), evict)
  else {
    await takeDisruption(environment, guard, target.name, dryRun.length > 0)
    await evict({})
  }
  return done()
}

/** A pod that does no work, or will not for long, is missed by nobody. */
const isUnguarded = (pod: ApiObject): boolean =>
  pod.metadata?.deletionTimestamp !== undefined ||
  ['Succeeded', 'Failed', 'Pending'].includes(textAt(pod, 'status.phase'))

/** Whether the pod is unready was read before; it must still be that pod. */
async function evictSeen(
  environment: Environment,
  pod: Target,
  budget: ApiObject,
  { preconditions }: DeleteOptions,
  evict: (more: Partial<DeleteOptions>) => Promise<void>,
): Promise<void> {
  const own = preconditions.resourceVersion !== undefined
  const resourceVersion = String(environment.store.get(keyOf(pod))?.revision ?? 0)
  try {
    await evict(own ? {} : { preconditions: { ...preconditions, resourceVersion } })
  } catch (error) {
    if (own || !wasRefused(error, 'Conflict')) throw error
    throw stillProcessed(budget)
  }
}

/** The request and its DeleteOptions may both ask for a dry run. @throws plainError() where they differ. */
function agreedDryRun(asked: readonly string[], options: WriteOptions): readonly string[] {
  const requested = options.dryRun ? ['All'] : []
  if (asked.length === 0) return requested
  if (requested.length === 0 || asked.join() === requested.join()) return asked
  const list = (values: readonly string[]): string => `[${values.join(' ')}]`
  throw plainError(`Non-matching dry-run options in request and content: ${list(requested)} and ${list(asked)}`)
}

const TARGET = { type: 'DisruptionTarget', status: 'True' }

/** Whoever sees the pod go sees why. */
async function markAndDelete(
  environment: Environment,
  pod: Target,
  caller: Caller,
  options: DeleteOptions,
): Promise<void> {
  const { preconditions } = options
  const quiet = asAdmitted(environment)
  const write = { dryRun: options.dryRun, fieldManager: '' }
  const next = (live: ApiObject | undefined): ApiObject => {
    const marked = withTarget(live ?? {}, formatTime(environment.clock.now()))
    marked.metadata.resourceVersion = preconditions.resourceVersion ?? marked.metadata.resourceVersion ?? ''
    return tracked(environment, pod, caller, write, { live, next: marked })
  }
  const status = { ...pod, subresource: pod.version.subresources.get('status') }
  if (!options.dryRun) await revise(quiet, status, caller, { next, creates: false, uid: '' }, write)
  const { resourceVersion: _read, ...others } = preconditions
  await deleteOne(quiet, pod, caller, { ...options, preconditions: others })
}

function withTarget(pod: ApiObject, now: string): ReturnType<typeof editable> {
  const marked = editable(pod)
  const status = ownPart(marked, 'status')
  status['conditions'] = withCondition(listAt(pod, 'status.conditions'), {
    ...TARGET,
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  })
  return marked
}
