import type { Dialect } from '../dialect/dialect.ts'
import type { Change } from '../store/store.ts'
import type { GroupVersionResource } from './client/group-version-resource.ts'

/** Whether a change can give work to a controller that had none before. */
export type WakeUp = (change: Change, dialect: Dialect) => boolean

/** Calls the listener after every change of the cluster, until the returned function is called. */
export type ObserveChanges = (listener: (change: Change) => void) => () => void

/** A wake-up by every change of some resources. */
export const changeOf =
  (...resources: readonly GroupVersionResource[]): WakeUp =>
  ({ key }, { spell }) =>
    resources.some(({ group, resource }) => key.resource === (group === '' ? resource : `${spell(group)}/${resource}`))
