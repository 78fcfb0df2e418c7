/**
 * JSON of a value whose integers may be of any size, with the members in their order. The first attempt is the engine's own
 * writer, which throws TypeError for a bigint; values that hold one are rare.
 */
export function exactJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof TypeError) return written(value)
    throw error
  }
}

function written(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(',')}}`
}
