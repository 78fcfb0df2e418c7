import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'

/**
 * The name of the class that an annotation marks as the default. Among several defaults, the newest one counts, then the first
 * by name. The svc dialect refuses several defaults (reference/differences.md 11), so the result there is the number of
 * defaults.
 */
export function defaultClass(
  classes: Iterable<ApiObject>,
  marks: readonly string[],
  dialect: Dialect,
): string | number | undefined {
  const defaults = [...classes].filter(({ metadata }) => marks.some((mark) => metadata?.annotations?.[mark] === 'true'))
  if (defaults.length > 1 && dialect.name === 'svc') return defaults.length
  const age = ({ metadata }: ApiObject): string => metadata?.creationTimestamp ?? ''
  // The lister returns classes by name, and sorting keeps that order among classes of the same second.
  return defaults.sort((a, b) => Number(age(a) < age(b)) - Number(age(a) > age(b)))[0]?.metadata?.name
}
