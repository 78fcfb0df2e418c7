/**
 * JSON of a value whose integers may be of any size. Members keep their order. The first attempt uses the engine's own writer,
 * which throws TypeError for a bigint; values with a bigint are rare.
 */
export function exactJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof TypeError) return writtenExactly(value)
    throw error
  }
}

/** Writes JSON as `exactJson` does, but without the first attempt, and with the keys of each object in the order of `keysOf`. */
export function writtenExactly(value: unknown, keysOf: (object: object) => string[] = Object.keys): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => writtenExactly(item, keysOf)).join(',')}]`
  const members: string[] = []
  for (const key of keysOf(value)) {
    const inner: unknown = Reflect.get(value, key)
    if (inner !== undefined) members.push(`${JSON.stringify(key)}:${writtenExactly(inner, keysOf)}`)
  }
  return `{${members.join(',')}}`
}
