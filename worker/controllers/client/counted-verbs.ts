import type { Awaitable } from '../../runtime/awaitable.ts'
import type { Verbs } from '../../verbs/verbs.ts'

export interface CountedVerbs {
  readonly verbs: Verbs
  /** The requests that have begun and not ended; an open watch does not count. */
  underWay(): number
}

/** Counts requests, so that a virtual clock moves on only when controllers wait for time. */
export function countedVerbs(verbs: Verbs): CountedVerbs {
  let underWay = 0
  const ended = () => void underWay--
  function counted<Result>(result: Awaitable<Result>): Awaitable<Result> {
    if (result instanceof Promise) {
      underWay++
      result.then(ended, ended)
    }
    return result
  }
  return {
    underWay: () => underWay,
    verbs: {
      ...verbs,
      get: (...request) => counted(verbs.get(...request)),
      list: (...request) => counted(verbs.list(...request)),
      watch: (...request) => counted(verbs.watch(...request)) as Promise<() => void>,
      create: (...request) => counted(verbs.create(...request)),
      update: (...request) => counted(verbs.update(...request)),
      patch: (...request) => counted(verbs.patch(...request)),
      apply: (...request) => counted(verbs.apply(...request)),
      delete: (...request) => counted(verbs.delete(...request)),
      deleteCollection: (...request) => counted(verbs.deleteCollection(...request)),
    },
  }
}
