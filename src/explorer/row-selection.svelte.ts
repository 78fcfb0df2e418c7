const NONE: ReadonlySet<string> = new Set()

/** The selected rows of a table, by their ids, and the current row. The keyboard moves the current row. */
export class RowSelection {
  #ids = $state.raw<ReadonlySet<string>>(NONE)
  #current = $state<string>()
  /** The row from which a range extends. */
  #anchor: string | undefined

  get ids(): ReadonlySet<string> {
    return this.#ids
  }

  get current(): string | undefined {
    return this.#current
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Selects this row only. */
  choose(id: string): void {
    this.#ids = new Set([id])
    this.#current = this.#anchor = id
  }

  toggle(id: string): void {
    const ids = new Set(this.#ids)
    if (!ids.delete(id)) ids.add(id)
    this.#ids = ids
    this.#current = this.#anchor = id
  }

  /**
   * Selects the rows between the last chosen row and this one.
   * @param order the ids of the shown rows
   */
  extendTo(id: string, order: readonly string[]): void {
    const anchor = this.#anchor ?? id
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)].sort((a, b) => a - b)
    this.#ids = new Set(from === undefined || from < 0 ? [id] : order.slice(from, (to ?? from) + 1))
    this.#current = id
    this.#anchor = from === undefined || from < 0 ? id : anchor
  }

  all(order: readonly string[]): void {
    this.#ids = new Set(order)
  }

  clear(): void {
    this.#ids = NONE
  }
}
