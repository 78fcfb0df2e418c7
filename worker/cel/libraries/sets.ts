import type { Library } from '../declarations.ts'
import { global } from '../declarations.ts'
import type { List, Value } from '../values.ts'
import { equal } from '../values.ts'

function has(list: List, item: Value): boolean {
  for (let i = 0; i < list.size; i++) if (equal(item, list.at(i))) return true
  return false
}

function contains(list: List, part: List): boolean {
  for (const item of part) if (!has(list, item)) return false
  return true
}

function intersects(a: List, b: List): boolean {
  for (const item of a) if (has(b, item)) return true
  return false
}

const equivalent = (a: List, b: List): boolean => contains(a, b) && contains(b, a)

const BOTH = 'list(T), list(T)'

/** Functions that treat lists as sets. */
export const sets: Library = {
  'sets.contains': { overloads: [global('list_sets_contains_list', BOTH, 'bool', contains)] },
  'sets.equivalent': { overloads: [global('list_sets_equivalent_list', BOTH, 'bool', equivalent)] },
  'sets.intersects': { overloads: [global('list_sets_intersects_list', BOTH, 'bool', intersects)] },
}
