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
 * The `lastTransitionTime` of a condition that is written at the time `now`. When `status` is unchanged, it is the time of the
 * stored condition `before`; otherwise it is `now`.
 */
export const transitionTime = <Time>(before: unknown, status: unknown, now: Time): Time =>
  (isCondition(before) && before.status === status
    ? (before.lastTransitionTime as Time | null | undefined)
    : undefined) ?? now

/**
 * The conditions with `next` in the place of the condition of the same type, or at the end. The caller sets
 * `next.lastTransitionTime` to the current time; the earlier time is kept when the status stays the same.
 */
export function withCondition<Item>(conditions: readonly Item[], next: Item & Condition): Item[] {
  const at = conditions.findIndex((item) => isCondition(item) && item.type === next.type)
  const written = { ...next, lastTransitionTime: transitionTime(conditions[at], next.status, next.lastTransitionTime) }
  return at < 0 ? [...conditions, written] : conditions.with(at, written)
}
