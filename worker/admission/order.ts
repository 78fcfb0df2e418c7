import type { Dialect } from '../dialect/dialect.ts'
import type { AdmissionPlugin, Lister } from './admission.ts'
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts'
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.ts'
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.ts'

/** What plugins are made with. */
export interface AdmissionContext {
  readonly dialect: Dialect
  readonly lister: Lister
}

/** Every plugin, in execution order. */
export const admissionOrder: readonly ((context: AdmissionContext) => AdmissionPlugin)[] = [
  namespaceLifecycle,
  taintNodesByCondition,
  storageObjectInUseProtection,
]
