import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, notFound, plainError } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { listAt, copiedObject, textAt } from '../resources/path.ts'
import { admitAction, asAdmitted, successAnswer } from './action.ts'
import { matchNamespace } from './object-place.ts'
import { objectVersion } from './resource-version.ts'
import { trackOwnership } from './field-ownership.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import type { Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import { keyOf, type Write, type WriteTarget } from './write.ts'

/** Handles a create of `pods/binding`: puts a pod on a node, once. */
export const bindPod = (write: Write, body: ApiObject): Promise<Written> => bind(write, write.target, body)

/** Admits the binding as an object of `write.target`, then updates the pod of `pods`. */
async function bind(write: Write, pods: WriteTarget, body: ApiObject): Promise<Written> {
  const { environment, target } = write
  const posted = editable(body)
  matchNamespace(target, posted)
  const binding = editable(await trackOwnership(write, { live: undefined, next: posted }))
  const admission = await admitAction(write, binding)
  const { name = '', uid = '', annotations, resourceVersion } = binding.metadata
  if (name !== target.name) throw badRequest('name in URL does not match name in Binding object')
  checkTarget(binding)
  await admission.validate()
  if (name === '') throw badRequest('Name parameter required.')
  const revision = objectVersion(resourceVersion)
  const next = async (live: ApiObject | undefined): Promise<ApiObject> => {
    const pod = editable(live ?? {})
    checkPod(pod, target.name)
    copiedObject(pod, 'spec')['nodeName'] = textAt(binding, 'target.name')
    markScheduled(pod, environment.clock.now())
    const all = { ...pod.metadata.annotations, ...annotations }
    if (Object.keys(all).length > 0) pod.metadata.annotations = all
    return pod
  }
  const update = { ...write, target: pods, environment: asAdmitted(environment) }
  // A missing pod is reported before a precondition.
  if (environment.store.get(keyOf(pods)) === undefined) throw notFound({ group: '', resource: 'pods' }, target.name)
  await guaranteedUpdate(update, { next, creates: false, uid, revision })
  return successAnswer()
}

/**
 * Handles a create of `bindings`, the older path, for the pod with the name of the binding. Admission sees a Binding object,
 * not a subresource of a pod.
 */
export async function bindNamedPod(write: Write, body: ApiObject): Promise<Written> {
  const { catalog } = write.environment
  const pods = catalog.find('', 'v1', 'pods')
  if (pods === undefined) throw new Error('serve v1 pods: a binding names one')
  const resource = await catalog.resolve(pods.resource)
  const target = { ...write.target, name: body.metadata?.name ?? '' }
  const subresource = pods.version.subresources.get('binding')
  return bind({ ...write, target }, { ...target, ...pods, resource, subresource }, body)
}

function markScheduled(pod: ApiObject, now: number): void {
  const type = 'PodScheduled'
  const status = copiedObject(pod, 'status')
  const others = listAt(status, 'conditions').filter((one) => !isObject(one) || one['type'] !== type)
  const scheduled = { type, status: 'True', lastProbeTime: null, lastTransitionTime: formatTime(now) }
  status['conditions'] = [...others, scheduled]
}

/** Checks the target of a binding. @throws plainError() when it is not a named node */
function checkTarget(binding: ApiObject): void {
  const kind = textAt(binding, 'target.kind')
  const faults: FieldError[] = []
  if (kind !== '' && kind !== 'Node') faults.push(fieldError.notSupported('target.kind', kind, ['Node', '<empty>']))
  if (textAt(binding, 'target.name') === '') faults.push(fieldError.required('target.name'))
  const texts = faults.map(({ field, message }) => `${field}: ${message}`)
  if (texts.length > 0) throw plainError(texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`)
}

/** Checks that a pod can be bound. @throws conflict() when it cannot */
function checkPod(pod: ApiObject, name: string): void {
  const refuse = (why: string): never => {
    throw conflict({ group: '', resource: 'pods/binding' }, name, why)
  }
  const bound = textAt(pod, 'spec.nodeName')
  if (pod.metadata?.deletionTimestamp !== undefined) {
    refuse(`pod ${name} is being deleted, cannot be assigned to a host`)
  }
  if (bound !== '') refuse(`pod ${name} is already assigned to node "${bound}"`)
  if (listAt(pod, 'spec.schedulingGates').length > 0) refuse(`pod ${name} has non-empty .spec.schedulingGates`)
}
