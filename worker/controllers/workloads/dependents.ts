import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { valueAt } from '../../resources/path.ts'
import type { Informer, ResourceEventHandler } from '../client/informer.ts'
import { keyOf, namespacedName } from '../client/namespaced-name.ts'
import { controllerOf, isBeingDeleted } from '../object-parts.ts'
import { selectionOf } from './selection.ts'

export interface Owners {
  /** The kind in owner references. */
  readonly kind: string
  readonly informer: Informer
  readonly add: (key: string) => void
  /** Whether an owner would adopt an object without a controller; by default, whether its selector matches. */
  readonly wants?: (owner: ApiObject, orphan: ApiObject) => boolean
}

/**
 * Requeues the owner of a created, changed or deleted object: its current or former controller, or the owners that may
 * adopt it.
 */
export function dependentHandler({ kind, informer, add, wants = selects }: Owners): ResourceEventHandler {
  const addController = (object: ApiObject, reference: OwnerReference | undefined): void => {
    if (reference?.kind !== kind) return
    const { namespace } = namespacedName(object)
    const owner = informer.get({ namespace, name: reference.name })
    // Another owner may have the name.
    if (owner?.metadata?.uid === reference.uid) add(keyOf(owner))
  }
  const addAdopters = (object: ApiObject): void => {
    for (const owner of informer.list(namespacedName(object).namespace)) if (wants(owner, object)) add(keyOf(owner))
  }
  return {
    added(object) {
      const controller = controllerOf(object)
      if (controller !== undefined || isBeingDeleted(object)) addController(object, controller)
      else addAdopters(object)
    },
    updated(object, before) {
      const controller = controllerOf(object)
      if (isBeingDeleted(object)) return addController(object, controller)
      const former = controllerOf(before)
      const isOther = controller?.uid !== former?.uid
      if (isOther) addController(before, former)
      if (controller !== undefined) return addController(object, controller)
      const isRelabeled = !equalJson(object.metadata?.labels ?? {}, before.metadata?.labels ?? {})
      if (isOther || isRelabeled) addAdopters(object)
    },
    deleted: (object) => addController(object, controllerOf(object)),
  }
}

const selects = (owner: ApiObject, { metadata }: ApiObject): boolean =>
  selectionOf(valueAt(owner, 'spec.selector'))(metadata?.labels)
