import { dialects } from '../../worker/dialect/dialect.ts'
import type { ResourceType } from '../client/discovery.ts'
import type { Informer, InformerPhase } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { pageTiming } from '../client/page-timing.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { Table, TableColumn, TableRow } from '../client/table.ts'
import type { WatchEvent } from '../client/watch-stream.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { cellText, compareCells, isAge } from './cell-text.ts'
import type { RowFilter } from './row-filter.ts'
import { rowFilter } from './row-filter.ts'
import { shownTime } from './shown-time.ts'

/** One row of the table. Immutable: a change of the object replaces it. */
export interface ObjectRow {
  /** `namespace/name`: a new object of the same name replaces the row of the old one. */
  readonly id: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly created: string
  readonly terminating: boolean
  readonly cells: readonly unknown[]
  readonly labels: Readonly<Record<string, string>> | undefined
  /**
   * The cells that the last change changed, the time of that change (ms since 1970), and a count of changes that
   * restarts the highlight.
   */
  readonly changed: ReadonlySet<number>
  readonly changedAt: number
  readonly changes: number
}

interface Sorting {
  /** An index into the columns. -1 means namespace and name. */
  readonly column: number
  readonly descending: boolean
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const NOTHING: ReadonlySet<number> = new Set()
/** When more rows than this change in one frame, the whole view is rebuilt. */
const FEW = 48

/** The objects of one resource, live, sorted and filtered. */
export class ObjectTable {
  readonly type: ResourceType
  readonly namespace: string
  readonly #cluster: ClusterHandle
  readonly #rows = new Map<string, ObjectRow>()
  #view = $state.raw<readonly ObjectRow[]>([])
  #total = $state(0)
  #columns = $state.raw<readonly TableColumn[]>([])
  #phase = $state<InformerPhase>('loading')
  #error = $state.raw<Error>()
  #filter = $state('')
  #matches: RowFilter = rowFilter('')
  #sorting = $state.raw<Sorting>({ column: -1, descending: false })
  #informer: Informer | undefined

  constructor(cluster: ClusterHandle, type: ResourceType, namespace: string) {
    this.#cluster = cluster
    this.type = type
    this.namespace = namespace
    this.#start()
  }

  /** The time for which ages are computed. */
  get now(): number {
    return shownTime(this.#cluster.id)
  }

  /** The filtered and sorted rows. */
  get view(): readonly ObjectRow[] {
    return this.#view
  }

  /** The number of objects before the filter. */
  get total(): number {
    return this.#total
  }

  get columns(): readonly TableColumn[] {
    return this.#columns
  }

  get phase(): InformerPhase {
    return this.#phase
  }

  get error(): Error | undefined {
    return this.#error
  }

  get filter(): string {
    return this.#filter
  }

  set filter(filter: string) {
    this.#filter = filter
    this.#matches = rowFilter(filter)
    this.#arrange()
  }

  get sorting(): Sorting {
    return this.#sorting
  }

  /** Sorts by a column. The second call for the same column reverses the order, and the third removes it. */
  sortBy(column: number): void {
    const { column: current, descending } = this.#sorting
    if (current !== column) this.#sorting = { column, descending: false }
    else this.#sorting = descending ? { column: -1, descending: false } : { column, descending: true }
    this.#arrange()
  }

  refOf(row: ObjectRow): ObjectRef {
    const { group, version, resource } = this.type
    return { group, version, resource, namespace: row.namespace, name: row.name }
  }

  retry(): void {
    this.stop()
    this.#start()
  }

  stop(): void {
    this.#informer?.stop()
  }

  #start(): void {
    const group = dialects[this.#cluster.info.dialect].spell('meta.{domain}')
    this.#informer = startInformer<Table, Table>(
      {
        fetch: (path, init) => this.#cluster.fetch(path, init),
        path: resourcePath({ ...this.type, namespace: this.type.namespaced ? this.namespace : '', name: '' }),
        accept: `application/json;as=Table;g=${group};v=v1,application/json`,
        canWatch: this.type.verbs.includes('watch'),
        ...pageTiming,
      },
      {
        page: (table, position) => this.#takePage(table, position),
        apply: (events) => this.#takeEvents(events),
        phase: (phase, error) => {
          this.#phase = phase
          this.#error = error
        },
      },
    )
  }

  #takePage(table: Table, { first, last }: { readonly first: boolean; readonly last: boolean }): void {
    const before = first ? new Map(this.#rows) : undefined
    if (first) this.#rows.clear()
    if (table.columnDefinitions !== undefined && table.columnDefinitions.length > 0)
      this.#columns = table.columnDefinitions
    for (const entry of table.rows ?? []) {
      const row = this.#read(entry, before)
      this.#rows.set(row.id, row)
    }
    // The first page fills the screen. The following pages are shown together, after the last one.
    if (first || last) this.#arrange()
  }

  #takeEvents(events: readonly WatchEvent<Table>[]): void {
    const touched = new Set<string>()
    for (const { type, object } of events) {
      const definitions = object.columnDefinitions
      if (this.#columns.length === 0 && definitions !== undefined) this.#columns = definitions
      for (const entry of object.rows ?? []) {
        const row = this.#read(entry, this.#rows)
        touched.add(row.id)
        if (type === 'DELETED') this.#rows.delete(row.id)
        else this.#rows.set(row.id, row)
      }
    }
    if (touched.size > FEW) this.#arrange()
    else this.#rearrange(touched)
  }

  #read({ cells, object }: TableRow, known: ReadonlyMap<string, ObjectRow> | undefined): ObjectRow {
    const metadata = object?.metadata
    const namespace = metadata?.namespace ?? ''
    const name = metadata?.name ?? cellText(cells[0])
    const id = `${namespace}/${name}`
    const before = known?.get(id)
    const changed = before === undefined ? NOTHING : this.#difference(before.cells, cells)
    return {
      id,
      namespace,
      name,
      uid: metadata?.uid ?? '',
      created: metadata?.creationTimestamp ?? '',
      terminating: metadata?.deletionTimestamp !== undefined,
      cells,
      labels: metadata?.labels,
      changed,
      changedAt: changed.size > 0 ? Date.now() : 0,
      changes: (before?.changes ?? 0) + (changed.size > 0 ? 1 : 0),
    }
  }

  #difference(before: readonly unknown[], after: readonly unknown[]): ReadonlySet<number> {
    const changed = new Set<number>()
    for (const [index, column] of this.#columns.entries())
      if (!isAge(column) && cellText(before[index]) !== cellText(after[index])) changed.add(index)
    return changed.size === 0 ? NOTHING : changed
  }

  #compare(a: ObjectRow, b: ObjectRow): number {
    const { column, descending } = this.#sorting
    const definition = this.#columns[column]
    if (definition !== undefined) {
      // The newest object has the smallest age and the latest creation time.
      const order = isAge(definition)
        ? b.created.localeCompare(a.created)
        : compareCells(a.cells[column], b.cells[column])
      if (order !== 0) return descending ? -order : order
    }
    // The server sends rows in this order, and sorting sorted rows is cheap.
    return compareText(a.namespace, b.namespace) || compareText(a.name, b.name)
  }

  #arrange(): void {
    const rows: ObjectRow[] = []
    for (const row of this.#rows.values()) if (this.#matches(row)) rows.push(row)
    this.#view = rows.sort((a, b) => this.#compare(a, b))
    this.#total = this.#rows.size
  }

  /** Removes the changed rows from the view and inserts them at their new positions. */
  #rearrange(touched: ReadonlySet<string>): void {
    const rows = this.#view.filter((row) => !touched.has(row.id))
    for (const id of touched) {
      const row = this.#rows.get(id)
      if (row === undefined || !this.#matches(row)) continue
      let low = 0
      let high = rows.length
      while (low < high) {
        const middle = (low + high) >>> 1
        const other = rows[middle]
        if (other !== undefined && this.#compare(other, row) < 0) low = middle + 1
        else high = middle
      }
      rows.splice(low, 0, row)
    }
    this.#view = rows
    this.#total = this.#rows.size
  }
}
