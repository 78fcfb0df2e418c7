import { goJson } from '../../../worker/api/go-json.ts'
import { Failure } from '../failure.ts'
import { identity } from './identity.ts'
import type { Resource } from './kustomization.ts'

/** A validator is a transformer that changes nothing. @throws Failure for a changed, an added or a missing object */
export function requireUnchanged(before: readonly Resource[], after: readonly Resource[]): void {
  if (after.length !== before.length) throw changed('lists have different number of entries')
  for (const { object } of before) {
    const same = after.find((other) => identity(other.object) === identity(object))
    if (same === undefined) throw changed(`id in self missing from other; id: ${identity(object)}`)
    if (goJson(same.object) !== goJson(object)) throw changed('nodes unequal')
  }
}

const changed = (why: string): Failure => new Failure(`validator shouldn't modify the resource map: ${why}`)
