type Outcome<Value> = { readonly value: Value } | { readonly error: unknown }

/**
 * Values that a synchronous computation reads and that take time to get, such as the decisions of a remote authorizer.
 *
 * The computation runs in passes. A pass reads the values that are loaded. The first value that a pass misses is loaded
 * before the next pass, and the result of a pass that missed a value is discarded. So the computation must have no
 * effects, and it must go on when `read` returns undefined.
 *
 * Only the first missing value of a pass is loaded, because the next key may depend on it.
 */
export class LoadedValues<Value> {
  readonly #loaded = new Map<string, Outcome<Value>>()
  #missing: { readonly key: string; readonly value: Promise<Value> } | undefined

  /**
   * The value of a key. A value that is not loaded yet is undefined when it takes time, or when this pass has missed another
   * value. `load` returns a promise only when the value takes time.
   * @throws what the promise of `load` was rejected with
   */
  read(key: string, load: () => Value | Promise<Value>): Value | undefined {
    const outcome = this.#loaded.get(key)
    if (outcome !== undefined) {
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    if (this.#missing !== undefined) return undefined
    const value = load()
    if (!(value instanceof Promise)) return value
    this.#missing = { key, value }
    return undefined
  }

  /** The result of the first pass that misses nothing. */
  async compute<Result>(computation: () => Result): Promise<Result> {
    for (;;) {
      const result = outcomeOf(computation)
      const missing = this.#missing
      if (missing === undefined) {
        if ('error' in result) throw result.error
        return result.value
      }
      this.#missing = undefined
      this.#loaded.set(
        missing.key,
        await missing.value.then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      )
    }
  }
}

function outcomeOf<Result>(computation: () => Result): Outcome<Result> {
  try {
    return { value: computation() }
  } catch (error) {
    return { error }
  }
}
