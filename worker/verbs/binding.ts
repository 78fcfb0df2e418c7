import type { ApiObject } from '../api/object.ts'
import { conflict, plainError } from '../api/status.ts'
import { textAt } from '../resources/path.ts'
import type { Environment } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** `pods/binding`: puts a pod on a node, once. */
export async function bindPod(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const node = textAt(body, 'target.name')
  if (node === '') throw plainError('target.name: Required value')
  const next = (live: ApiObject | undefined): ApiObject => {
    const pod = editable(live ?? {})
    const refuse = (why: string): never => {
      throw conflict({ group: '', resource: 'pods/binding' }, target.name, why)
    }
    const bound = textAt(pod, 'spec.nodeName')
    if (pod.metadata.deletionTimestamp !== undefined) {
      refuse(`pod ${target.name} is being deleted, cannot be assigned to a host`)
    }
    if (bound !== '') refuse(`pod ${target.name} is already assigned to node "${bound}"`)
    pod['spec'] = { ...(pod['spec'] as ApiObject), nodeName: node }
    const annotations = { ...pod.metadata.annotations, ...body.metadata?.annotations }
    if (Object.keys(annotations).length > 0) pod.metadata.annotations = annotations
    return pod
  }
  await revise(environment, target, caller, { next, creates: false, uid: body.metadata?.uid ?? '' }, options)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return { object: status, created: true }
}
