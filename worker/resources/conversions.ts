import type { ApiObject } from '../api/object.ts'
import { copyWritten } from '../api/written-quantity.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { preservedShares } from './flow-control/preserved-shares.ts'
import { loadedKind } from './kind-files.ts'
import type { Conversion } from './resource.ts'

const SCALERS = 'autoscaling/horizontalpodautoscalers'

const EVENT_FIELDS: readonly (readonly [stored: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
]

function rename(object: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const renamed: ApiObject = {}
  for (const [key, value] of Object.entries(object)) renamed[names.get(key) ?? key] = value
  copyWritten(object, renamed, names)
  return renamed
}

const toStored = new Map(EVENT_FIELDS.map(([stored, events]) => [events, stored]))
const toEvents = new Map(EVENT_FIELDS)

/**
 * The conversion in the file of a kind, which may be lossy. A resource is resolved, and its file loaded, before one of its objects
 * is converted.
 */
function ofKind(resource: string, version: string, dialect: Dialect): Conversion {
  let made: Conversion | undefined
  const conversion = (): Conversion => {
    made ??= loadedKind(resource)?.conversions?.[version]?.(dialect)
    if (made === undefined) throw new Error(`resolve ${resource} before its objects are converted to ${version}`)
    return made
  }
  return {
    isLossy: true,
    toStorage: (object) => conversion().toStorage(object),
    fromStorage: (object) => conversion().fromStorage(object),
  }
}

/**
 * The conversions of versions whose shape differs from the storage version, by `storage@group/version`. In all
 * other versions only `apiVersion` differs.
 */
export const conversions: ReadonlyMap<string, (dialect: Dialect) => Conversion> = new Map([
  [`${SCALERS}@autoscaling/v1`, (dialect) => ofKind(SCALERS, 'v1', dialect)],
  [
    'events@events.{domain}/v1',
    () => ({ toStorage: (object) => rename(object, toStored), fromStorage: (object) => rename(object, toEvents) }),
  ],
  [
    'flowcontrol.{apiserver}{domain}/prioritylevelconfigurations@flowcontrol.{apiserver}{domain}/v1beta3',
    preservedShares,
  ],
])

/** Resources whose objects are stored under the name of a resource in another group, with that name. */
export const sharedStorage: ReadonlyMap<string, string> = new Map([['events.{domain}/events', 'events']])
