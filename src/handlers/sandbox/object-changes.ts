type Members = Readonly<Record<string, unknown>>

interface Change {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointer = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The JSON patch that changes one JSON object into the other. A changed list is replaced as a whole. */
export function objectChanges(before: Members, after: Members, path = ''): Change[] {
  const changes: Change[] = []
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key)) changes.push({ op: 'remove', path: pointer(path, key) })
  for (const [key, value] of Object.entries(after)) {
    const at = pointer(path, key)
    const old = before[key]
    if (!Object.hasOwn(before, key)) changes.push({ op: 'add', path: at, value })
    else if (isMembers(old) && isMembers(value)) changes.push(...objectChanges(old, value, at))
    else if (JSON.stringify(old) !== JSON.stringify(value)) changes.push({ op: 'replace', path: at, value })
  }
  return changes
}
