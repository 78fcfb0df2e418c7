import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { firstVersion } from './autoscaling/first-version.ts'
import { preservedShares } from './flow-control/preserved-shares.ts'
import type { ResourceVersion } from './resource.ts'

type Conversion = NonNullable<ResourceVersion['convert']>

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
  return renamed
}

const toStored = new Map(EVENT_FIELDS.map(([stored, events]) => [events, stored]))
const toEvents = new Map(EVENT_FIELDS)

/**
 * The conversions of versions whose shape differs from that of the storage version, by `storage@group/version`. In all
 * other versions only `apiVersion` differs.
 */
export const conversions: ReadonlyMap<string, (dialect: Dialect) => Conversion> = new Map([
  ['autoscaling/horizontalpodautoscalers@autoscaling/v1', firstVersion],
  [
    'events@events.{domain}/v1',
    () => ({ toStorage: (object) => rename(object, toStored), fromStorage: (object) => rename(object, toEvents) }),
  ],
  [
    'flowcontrol.{apiserver}{domain}/prioritylevelconfigurations@flowcontrol.{apiserver}{domain}/v1beta3',
    preservedShares,
  ],
])

/** Resources of two groups whose objects are stored together: the storage name of the second one. */
export const sharedStorage: ReadonlyMap<string, string> = new Map([['events.{domain}/events', 'events']])
