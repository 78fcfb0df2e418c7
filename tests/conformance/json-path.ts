/** The value at `spec.containers.0.name`; undefined when a member is missing. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, key) => (parent as Members | null | undefined)?.[key], value)

export type Members = Record<string, unknown>

export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** Whether every path has its value; a missing member equals null. */
export const matches = (value: unknown, wanted: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(wanted).every(
    ([path, expected]) => JSON.stringify(valueAt(value, path) ?? null) === JSON.stringify(expected),
  )

/** The chosen members under their paths; a missing member becomes null. */
export const selected = (value: unknown, paths: readonly string[]): Members =>
  Object.fromEntries(paths.map((path) => [path, valueAt(value, path) ?? null]))

/** The object from which `selected` chose members. */
export function unselected(members: Members): Members {
  const whole: Members = {}
  for (const [path, value] of Object.entries(members)) if (value !== null) setValue(whole, path, value)
  return whole
}

export function setValue(target: Members, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let parent = target
  for (const key of keys) parent = (parent[key] ??= {}) as Members
  parent[last] = value
}

/** Removes a member and returns its value; undefined when it is missing. */
export function takeValue(target: Members, path: string): unknown {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.length > 0 ? valueAt(target, keys.join('.')) : target
  if (!isMembers(parent)) return undefined
  const value = parent[last]
  delete parent[last]
  return value
}

/** Replaces `${name}` in a text; an unknown name stays. */
export const filled = (text: string, variables: Readonly<Record<string, unknown>>): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === undefined || value === null ? whole : String(value)
  })

/** Replaces `${name}` in every string of a value. */
export function filledValue<T>(value: T, variables: Readonly<Record<string, unknown>>): T {
  if (typeof value === 'string') return filled(value, variables) as T
  if (Array.isArray(value)) return value.map((item: unknown) => filledValue(item, variables)) as T
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledValue(item, variables)])) as T
}
