/**
 * JSON of a value whose integers may be of any size, with the members in their order. The first attempt is the engine's own
 * writer, which throws TypeError for a bigint; values that hold one are rare.
 * @param indent the spaces of one level; 0: a single line
 */
export function exactJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (error instanceof TypeError) return writtenExactly(value, { indent: ' '.repeat(indent) })
    throw error
  }
}

interface Style {
  /** The keys of an object, in their order; by default its own. */
  readonly keysOf?: (object: object) => string[]
  /** The white space of one level; by default everything is on one line. */
  readonly indent?: string
}

/** As `exactJson`, without the attempt. */
export function writtenExactly(value: unknown, style: Style = {}, margin = ''): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const { keysOf = Object.keys, indent = '' } = style
  const inside = margin + indent
  const enclosed = (open: string, members: readonly string[], close: string): string =>
    indent === '' || members.length === 0
      ? `${open}${members.join(',')}${close}`
      : `${open}\n${inside}${members.join(`,\n${inside}`)}\n${margin}${close}`
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === undefined ? 'null' : writtenExactly(item, style, inside)))
    return enclosed('[', items, ']')
  }
  const members: string[] = []
  for (const key of keysOf(value)) {
    const inner: unknown = Reflect.get(value, key)
    if (inner !== undefined)
      members.push(`${JSON.stringify(key)}:${indent && ' '}${writtenExactly(inner, style, inside)}`)
  }
  return enclosed('{', members, '}')
}
