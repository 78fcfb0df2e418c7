import { withCondition } from '../api/condition.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { badRequest, conflict, plainError, wasRefused } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { listAt, copiedObject, textAt } from '../resources/path.ts'
import { admitAction, asAdmitted, successAnswer } from './action.ts'
import { deleteOne } from './delete.ts'
import { dryRunOf, readDeleteOptions } from './delete-options.ts'
import { budgetOf, mayGoUnready, stillProcessed, takeDisruption } from './disruption-budget.ts'
import { trackOwnership } from './field-ownership.ts'
import { get } from './get.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { matchNamespace } from './object-place.ts'
import type { DeleteOptions, Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import { keyOf, type Deletion, type Write } from './write.ts'

/** Handles a create of `pods/eviction`: a deletion that a disruption budget may refuse. */
export async function evictPod(write: Write, body: ApiObject): Promise<Written> {
  const { environment, target } = write
  const posted = editable(body)
  matchNamespace(target, posted)
  const eviction = editable(await trackOwnership(write, { live: undefined, next: posted }))
  const admission = await admitAction(write, eviction)
  if (textAt(eviction, 'metadata.name') !== target.name) {
    throw badRequest('name in URL does not match name in Eviction object')
  }
  const raw = objectOrEmpty(eviction['deleteOptions'])
  const dryRun = agreedDryRun(dryRunOf(raw), write.options)
  await admission.validate()
  const pod = { ...target, subresource: undefined }
  const { object } = await get({ environment, target: pod, options: { resourceVersion: '' } })
  const deletion = (): Deletion => ({
    ...write,
    target: pod,
    options: readDeleteOptions({ ...raw, ...(dryRun.length > 0 && { dryRun: [...dryRun] }) }, environment.dialect),
  })
  const guard = isUnguarded(object) ? undefined : budgetOf(environment, object)
  if (guard === undefined) await markAndDelete(deletion())
  else if (mayGoUnready(object, guard)) await evictUnready(deletion(), guard)
  else {
    await takeDisruption(environment, guard, target.name, dryRun.length > 0)
    await markAndDelete(deletion())
  }
  return successAnswer()
}

/** Whether no budget guards a pod, because the pod is being deleted, has ended or has not started. */
const isUnguarded = (pod: ApiObject): boolean =>
  pod.metadata?.deletionTimestamp !== undefined ||
  ['Succeeded', 'Failed', 'Pending'].includes(textAt(pod, 'status.phase'))

/** Evicts an unready pod, on condition that no other write has changed it since the read. */
async function evictUnready(deletion: Deletion, budget: ApiObject): Promise<void> {
  const { environment, target, options } = deletion
  const { preconditions } = options
  const isPinned = preconditions.resourceVersion !== undefined
  const resourceVersion = String(environment.store.get(keyOf(target))?.revision ?? 0)
  const pinned: DeleteOptions = { ...options, preconditions: { ...preconditions, resourceVersion } }
  try {
    await markAndDelete(isPinned ? deletion : { ...deletion, options: pinned })
  } catch (error) {
    if (isPinned || !wasRefused(error, 'Conflict')) throw error
    throw stillProcessed(budget)
  }
}

/**
 * The `dryRun` values of an eviction. Both the request and its DeleteOptions can have some.
 * @throws plainError() when both have some and they differ
 */
function agreedDryRun(asked: readonly string[], options: Write['options']): readonly string[] {
  const requested = options.dryRun ? ['All'] : []
  if (asked.length === 0) return requested
  if (requested.length === 0 || asked.join() === requested.join()) return asked
  const list = (values: readonly string[]): string => `[${values.join(' ')}]`
  throw plainError(`Non-matching dry-run options in request and content: ${list(requested)} and ${list(asked)}`)
}

const TARGET = { type: 'DisruptionTarget', status: 'True' }

/** Sets the condition `DisruptionTarget`, which gives watchers the reason, then deletes the pod. */
async function markAndDelete({ environment, target, caller, options }: Deletion): Promise<void> {
  const { preconditions } = options
  const admitted = asAdmitted(environment)
  const marking = { environment, target, caller, options: { dryRun: options.dryRun, fieldManager: '' } }
  const next = async (live: ApiObject | undefined): Promise<ApiObject> => {
    checkPod(live?.metadata ?? {}, preconditions)
    const marked = withTarget(live ?? {}, formatTime(environment.clock.now()))
    return trackOwnership(marking, { live, next: marked })
  }
  const status = { ...target, subresource: target.version.subresources.get('status') }
  if (!options.dryRun) {
    const write: Write = { ...marking, environment: admitted, target: status }
    await guaranteedUpdate(write, { next, creates: false, uid: '' })
  }
  // The update has checked the resourceVersion of the precondition, and has given the pod a newer one.
  const { resourceVersion: _read, ...others } = preconditions
  const left = options.dryRun ? preconditions : others
  await deleteOne({ environment: admitted, target, caller, options: { ...options, preconditions: left } })
}

/** Checks the preconditions of an eviction. @throws conflict(), which names the kind of the pod instead of its resource */
function checkPod(
  { name = '', uid = '', resourceVersion = '' }: ObjectMeta,
  wanted: DeleteOptions['preconditions'],
): void {
  const check = (field: string, given: string | undefined, own: string, why: string): void => {
    if ((given ?? '') === '' || given === own) return
    const fault = `the ${field} in the precondition (${given}) does not match the ${field} in record (${own})`
    throw conflict({ group: '', resource: 'Pod' }, name, `${fault}. The object might have been ${why}`)
  }
  check('UID', wanted.uid, uid, 'deleted and then recreated')
  check('ResourceVersion', wanted.resourceVersion, resourceVersion, 'modified')
}

function withTarget(pod: ApiObject, now: string): ReturnType<typeof editable> {
  const marked = editable(pod)
  const status = copiedObject(marked, 'status')
  status['conditions'] = withCondition(listAt(pod, 'status.conditions'), {
    ...TARGET,
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  })
  return marked
}
