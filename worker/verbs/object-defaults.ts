import { copyBefore } from '../admission/copied-object.ts'
import type { ApiObject } from '../api/object.ts'
import type { Write } from './write.ts'

/** Sets the defaults of the kind, in place. `settled` has the meaning that it has in `Behaviour.defaults`. */
export function setDefaults(
  { target, caller: { trace } }: Pick<Write, 'target' | 'caller'>,
  object: ApiObject,
  settled?: ApiObject,
): void {
  const setAll = target.resource.behaviour.defaults.get(target.version.version)
  if (setAll === undefined) return
  const before = copyBefore(trace, object)
  setAll(object, settled)
  if (before !== undefined) trace.stage('defaults', 'set', trace.changedBy?.(before, object))
}
