import type { Awaitable } from './awaitable.ts'

type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** What the computation under way has been waiting for so far. */
let known: ReadonlyMap<string, Outcome> | undefined

/** Ends a computation that needs a value which takes time. No `Error`: whoever makes something of those must not see it. */
class Pending {
  readonly key: string
  readonly ask: () => Promise<unknown>

  constructor(key: string, ask: () => Promise<unknown>) {
    this.key = key
    this.ask = ask
  }
}

/** How many computations are under way that can be ended; they lie within each other at most. */
let depth = 0

/**
 * The result of a computation that does not wait, although a value deep inside it may take time: then the computation
 * ends, and begins anew once the value is there. So it must not do anything that may not be done twice.
 */
export function retried<T>(compute: () => T): Awaitable<T> {
  depth++
  try {
    return compute()
  } catch (error) {
    if (error instanceof Pending) return again(error, compute)
    throw error
  } finally {
    depth--
  }
}

async function again<T>(first: Pending, compute: () => T): Promise<T> {
  const found = new Map<string, Outcome>()
  for (let { key, ask } = first; ;) {
    found.set(key, await ask().then(valueOf, errorOf))
    const outer = known
    known = found
    depth++
    try {
      return compute()
    } catch (error) {
      if (!(error instanceof Pending)) throw error
      key = error.key
      ask = error.ask
    } finally {
      known = outer
      depth--
    }
  }
}

const valueOf = (value: unknown): Outcome => ({ value })
const errorOf = (error: unknown): Outcome => ({ error })

/**
 * A value that `ask` brings, in a computation within `retried`. `key` says which it is among all that the computation
 * may need.
 * @throws whatever `ask` fails with
 */
export function awaited<T>(key: string, ask: () => Promise<T>): T {
  const outcome = known?.get(key)
  if (outcome === undefined) {
    if (depth === 0) throw new Error('compute what needs a value that takes time within retried()')
    throw new Pending(key, ask)
  }
  if ('error' in outcome) throw outcome.error
  return outcome.value as T
}
