/** Holds a decoded object and can decode it again from its bytes. */
interface Holder {
  /** Drops the decoded object. */
  release(): void
}

/**
 * Bounds how many revisions hold a decoded object. A holder releases its object when `limit` other holders have registered
 * after it, even if some of them have left. A cluster of many objects then costs little more memory than their bytes.
 */
export class DecodedObjects {
  readonly #limit: number
  readonly #holders: (Holder | undefined)[] = []
  #next = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Registers a holder and returns its place. A holder that drops its object by itself calls `leave` with this place.
   */
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
