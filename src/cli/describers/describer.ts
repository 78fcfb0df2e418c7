import type { ApiObject } from '../../../worker/api/object.ts'

/** Describes the objects of a kind. */
export interface Describer {
  /**
   * The description without the events. Tabs separate its cells, and `alignTabs` aligns them. Other objects are read through
   * `context`. Throws the ServerError of a read that the description requires.
   */
  text(object: ApiObject, context: DescribeContext): string | Promise<string>
  /** The objects whose events are printed below; absent when no events are printed. */
  events?(object: ApiObject, kind: string): readonly EventSubject[]
  /** Whether `describe` fails without permission to list events. Otherwise it prints `<none>` for the events. */
  readonly eventsNeeded?: boolean
  /** Whether kubectl repeats the request in `v1beta1`, which is no longer served, when `v1` does not have the object. */
  readonly hasEarlierVersion?: boolean
}

/**
 * The reads and settings of a description. The members are independent functions, so that a describer may destructure
 * them.
 */
export interface DescribeContext {
  /** The current time in milliseconds. */
  readonly now: number
  /** Spells a template of the server's names: `{labels}/role`. */
  readonly spell: (template: string) => string
  /** @throws ServerError */
  readonly get: (path: string) => Promise<ApiObject>
  /** All objects of a collection, page by page. @throws ServerError */
  readonly list: (path: string, query?: CollectionQuery) => Promise<ApiObject[]>
}

export interface CollectionQuery {
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** The object of an event, besides its name and namespace. */
export interface EventSubject {
  /** The kind of the object; undefined when an event may name any kind. */
  readonly kind: string | undefined
  readonly uid: string | undefined
}

export const ownEvents = ({ metadata }: ApiObject, kind: string): readonly EventSubject[] => [
  { kind, uid: metadata?.uid },
]
