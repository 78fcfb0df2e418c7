import type { ApiObject } from '../../worker/api/object.ts'
import { boolean } from './flags.ts'
import type { Session } from './session.ts'
import { textMap } from './text-map.ts'

/** The key of the annotation with the cause of a change, for `dialect.spell`. */
export const CHANGE_CAUSE = '{labels}/change-cause'

export const recordFlag = boolean('record', 'Record the command line in an annotation of the object.', {
  deprecated: '--record will be removed in the future',
})

/** The change-cause annotation, which holds the command line, when `--record` is set; else an empty object. */
export function causeOf({ cli, path, args, flags, host }: Session): Record<string, string> {
  if (!flags.boolean('record')) return {}
  const written = flags.written().map(([name, value]) => `--${name}=${value}`)
  return { [host.dialect.spell(CHANGE_CAUSE)]: [cli, ...path, ...args, ...written].join(' ') }
}

/** The object with the annotation of `--record`; unchanged without that flag. */
export function recorded(session: Session, object: ApiObject): ApiObject {
  if (!session.flags.boolean('record')) return object
  const annotations = { ...textMap(object.metadata?.annotations), ...causeOf(session) }
  return { ...object, metadata: { ...object.metadata, annotations } }
}
