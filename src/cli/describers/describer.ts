import type { ApiObject } from '../../../worker/api/object.ts'

/** How objects of a kind are described. */
export interface Describer {
  /**
   * The description without its events. Cells end in tabs, for `alignTabs` to set. What stands elsewhere on the server
   * is asked for through `context`; an answer that the description cannot do without may throw a ServerError.
   */
  text(object: ApiObject, context: DescribeContext): string | Promise<string>
  /** Whose events are told below; absent: none are. */
  events?(object: ApiObject, kind: string): readonly EventSubject[]
  /** Who may not see the events does not see the rest either; of most kinds they are then told to be none. */
  readonly eventsNeeded?: boolean
}

/** What a description may look up beside its object: functions that stand alone. */
export interface DescribeContext {
  /** Milliseconds. */
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
  /** Undefined: of any kind. */
  readonly kind: string | undefined
  readonly uid: string | undefined
}

export const ownEvents = ({ metadata }: ApiObject, kind: string): readonly EventSubject[] => [
  { kind, uid: metadata?.uid },
]
