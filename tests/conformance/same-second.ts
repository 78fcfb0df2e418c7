import { isMembers } from './json-path.ts'

/**
 * Managed fields are sorted by time, in whole seconds, and then by name. In most runs, two writes of one case fall into
 * the same second. When a second ends between them, the order by time differs from the recorded order by name. This map
 * holds, for such a list, the order that the same entries have within one second.
 */
const sameSecondOrders = new WeakMap<object, readonly unknown[]>()

/** Remembers the other order of `normalised`, the comparable form of the list `managedFields`. */
export function rememberSameSecond(managedFields: unknown, normalised: unknown): void {
  if (!Array.isArray(managedFields) || !Array.isArray(normalised)) return
  const entries = managedFields.filter(isMembers)
  if (entries.length !== normalised.length || new Set(entries.map(({ time }) => time)).size < 2) return
  const order = entries.map((_, index) => index).sort((a, b) => byName(nameOf(entries[a]), nameOf(entries[b])))
  sameSecondOrders.set(
    normalised,
    order.map((index) => normalised[index] as unknown),
  )
}

export const sameSecondOrder = (list: readonly unknown[]): readonly unknown[] | undefined => sameSecondOrders.get(list)

const nameOf = (entry: Record<string, unknown> = {}): readonly string[] =>
  ['operation', 'manager', 'apiVersion', 'subresource'].map((key) => String(entry[key] ?? ''))

function byName(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index])
  if (at < 0) return 0
  return (a[at] ?? '') < (b[at] ?? '') ? -1 : 1
}
