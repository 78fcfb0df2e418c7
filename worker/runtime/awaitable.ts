/** A value that is there or on its way. Most steps of a request know at once, and a promise costs more than they do. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value: at once where it is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
