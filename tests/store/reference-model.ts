/** An object in the model. `place` is its namespace and name: `a/x`. */
export interface Item {
  readonly place: string
  readonly revision: number
  readonly labels: Readonly<Record<string, string>>
  readonly value: string
}

export type Event = readonly [type: string, item: Item]
export type Wanted = (item: Item) => boolean

interface Listed {
  readonly code: number
  readonly revision?: number
  readonly items?: readonly Item[]
  /** The place after which the next chunk begins. */
  readonly next?: string
  readonly remaining?: number
}

export interface ListQuestion {
  readonly rv: string
  readonly match: string
  readonly limit: number
  readonly token: { readonly revision: number; readonly after: string } | undefined
  readonly namespace: string
  readonly selector: Wanted | undefined
  /** Whether the list reads one named object, of which there are no pages. */
  readonly single: boolean
}

/** Sorts by the bytes of the place: `a/x` comes before `a/y`, and `a-b/x` before `a/x`. */
const byPlace = (a: Item, b: Item): number => (a.place < b.place ? -1 : 1)

/** A minimal model of the server's answers: everything follows from the list of changes. */
export class ReferenceModel {
  revision: number
  /** Requests for states before this revision get 410. */
  compacted: number
  readonly #changes: { readonly place: string; readonly before?: Item; readonly after?: Item; readonly at: number }[] =
    []

  constructor(revision: number, items: readonly Item[] = []) {
    this.revision = this.compacted = revision
    this.#changes = items.map((item) => ({ place: item.place, after: item, at: item.revision }))
  }

  change(place: string, after: Item | undefined): void {
    this.#changes.push({ place, before: this.get(place), after, at: ++this.revision })
  }

  get(place: string): Item | undefined {
    return this.#changes.findLast((change) => change.place === place)?.after
  }

  state(revision: number): Item[] {
    const state = new Map<string, Item | undefined>()
    for (const { place, after, at } of this.#changes) if (at <= revision) state.set(place, after)
    return [...state.values()].filter((item) => item !== undefined).sort(byPlace)
  }

  /** The answer to a list request (reference/list.md 4 to 14). */
  list({ rv, match, limit, token, namespace, selector, single }: ListQuestion): Listed {
    if (match !== '' && (rv === '' || token !== undefined || (match === 'Exact' && rv === '0'))) return { code: 422 }
    const asked = Number(rv)
    if (token !== undefined && asked > 0) return { code: 400 }
    const isPage = match === '' && limit > 0 && !single
    const exact = token?.revision ?? (asked > 0 && (match === 'Exact' || isPage) ? asked : -1)
    if (exact > this.revision) return { code: 500 }
    if (exact >= 0 && exact < this.compacted) return { code: 410 }
    if (asked > this.revision) return { code: 504 }
    const revision = exact < 0 ? this.revision : exact
    const size = rv === '0' && token === undefined ? 0 : limit
    const inside = (item: Item): boolean => namespace === '' || item.place.startsWith(`${namespace}/`)
    const all = this.state(revision).filter((item) => inside(item) && item.place > (token?.after ?? ''))
    const items = all.filter((item) => selector?.(item) ?? true)
    if (size === 0 || items.length < size) return { code: 200, revision, items }
    const chunk = items.slice(0, size)
    const next = chunk.at(-1)?.place ?? ''
    const remaining = all.filter(({ place }) => place > next).length
    return remaining === 0 ? { code: 200, revision, items } : { code: 200, revision, items: chunk, next, remaining }
  }

  /** The events of a watch for the changes in (from, to]. */
  events(from: number, to: number, wanted: Wanted): Event[] {
    return this.#changes
      .filter(({ at }) => at > from && at <= to)
      .flatMap(({ before, after, at }): Event[] => {
        const was = before !== undefined && wanted(before)
        if (after !== undefined && wanted(after)) return [[was ? 'MODIFIED' : 'ADDED', after]]
        return was ? [['DELETED', { ...before, revision: at }]] : []
      })
  }
}
