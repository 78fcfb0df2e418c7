import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

type Fields = Readonly<Record<string, (object: ApiObject) => string>>

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

const byPath = (...paths: readonly string[]): Fields =>
  Object.fromEntries(paths.map((path) => [path, (object: ApiObject) => textAt(object, path)]))

const reference = (field: string): readonly string[] => REFERENCE_FIELDS.map((part) => `${field}.${part}`)

/** An event's reporter, whichever of the two fields its maker used. */
const source = (object: ApiObject): string => textAt(object, 'source.component') || textAt(object, 'reportingComponent')

export const coreEvents = {
  resource: 'events',
  behaviour: () => ({
    fieldSelectors: { ...byPath(...reference('involvedObject'), 'reason', 'reportingComponent', 'type'), source },
  }),
} satisfies Kind

/** The same objects in their own group, where some fields have other names. */
export const groupEvents = {
  resource: 'events.{domain}/events',
  behaviour: () => ({
    fieldSelectors: byPath(...reference('regarding'), 'reason', 'reportingController', 'type'),
  }),
} satisfies Kind
