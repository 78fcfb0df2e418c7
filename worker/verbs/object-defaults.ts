import { changedBy, copyBefore } from '../admission/recorded-changes.ts'
import type { ApiObject } from '../api/object.ts'
import type { Write } from './write.ts'

/** Sets the defaults of the kind, in place. */
export function setDefaults({ target, caller: { trace } }: Pick<Write, 'target' | 'caller'>, object: ApiObject): void {
  const { defaults } = target.version
  if (defaults === undefined) return
  const before = copyBefore(trace, object)
  defaults(object)
  if (before !== undefined) trace.stage('defaults', 'set', changedBy(before, object))
}
