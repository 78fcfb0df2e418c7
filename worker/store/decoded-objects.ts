/** What holds an object besides its bytes, and can make it again. */
interface Holder {
  /** Gives the object back. */
  release(): void
}

/**
 * Which revisions hold their object: so many at most, and whoever began first gives it back first. A cluster of many
 * objects then keeps little more than their bytes.
 */
export class DecodedObjects {
  readonly #limit: number
  readonly #holders: (Holder | undefined)[] = []
  #next = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** It holds its object from now on. The place is to be left when it gives it back by itself. */
  hold(holder: Holder): number {
    const place = this.#next
    this.#next = (place + 1) % this.#limit
    this.#holders[place]?.release()
    this.#holders[place] = holder
    return place
  }

  leave(place: number): void {
    this.#holders[place] = undefined
  }
}
