import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'

/**
 * The class that an annotation marks as the default. Of several the newest one, then the first by name; the
 * specification refuses them instead (reference/differences.md 12), so there the answer is how
 * many there are.
 */
export function defaultClass(
  classes: Iterable<ApiObject>,
  marks: readonly string[],
  dialect: Dialect,
): string | number | undefined {
  const defaults = [...classes].filter(({ metadata }) => marks.some((mark) => metadata?.annotations?.[mark] === 'true'))
  if (defaults.length > 1 && dialect.name === 'svc') return defaults.length
  const age = ({ metadata }: ApiObject): string => metadata?.creationTimestamp ?? ''
  // Lists are in order of names, and sorting keeps that order among classes of one second.
  return defaults.sort((a, b) => (age(a) < age(b) ? 1 : age(a) > age(b) ? -1 : 0))[0]?.metadata?.name
}
