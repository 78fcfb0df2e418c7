/** The members of `status.conditions` that all kinds have. */
interface Condition {
  readonly type?: unknown
  readonly status?: unknown
  /** RFC 3339: when `status` last changed. */
  readonly lastTransitionTime?: unknown
}

const isCondition = (item: unknown): item is Condition => typeof item === 'object' && item !== null

export function findCondition<Item>(conditions: readonly Item[], type: string): (Item & Condition) | undefined {
  return conditions.find((item): item is Item & Condition => isCondition(item) && item.type === type)
}

/**
 * The conditions with `next` in the place of the condition of its type, or at the end. The caller sets
 * `next.lastTransitionTime` to the current time; the earlier time is kept when the status stays the same.
 */
export function withCondition<Item>(conditions: readonly Item[], next: Item & Condition): Item[] {
  const at = conditions.findIndex((item) => isCondition(item) && item.type === next.type)
  const before = conditions[at]
  const since =
    isCondition(before) && before.status === next.status && (before.lastTransitionTime ?? undefined) !== undefined
      ? { lastTransitionTime: before.lastTransitionTime }
      : {}
  const written = { ...next, ...since }
  return at < 0 ? [...conditions, written] : conditions.with(at, written)
}
