/** A value or its promise. Most steps of a request finish synchronously, and a promise costs more than such a step. */
export type Awaitable<T> = T | Promise<T>

/** Calls the function with the value: synchronously, unless the value is a promise. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
