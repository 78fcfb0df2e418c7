import { lookupTable } from '../runtime/lookup-table.ts'

const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const SPELLED = lookupTable<string>({ __: 'underscores', '.': 'dot', '-': 'dash', '/': 'slash' })

/**
 * The name by which expressions select a field; undefined for a field that they cannot select (reference/cel.md 10).
 */
export function escapeField(name: string): string | undefined {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined
  if (RESERVED.has(name)) return `__${name}__`
  return name.replace(/__|[./-]/g, (part) => `__${SPELLED[part] ?? ''}__`)
}

const PLAIN = lookupTable<string>({ underscores: '__', dot: '.', dash: '-', slash: '/' })

/** The field that a name in an expression selects; undefined when no field has such a name. */
export function unescapeField(name: string): string | undefined {
  if (!name.includes('__')) return name
  let isSound = true
  const plain = name.replace(/__([^_]+)__/g, (all, word: string) => {
    const part = Object.hasOwn(PLAIN, word) ? PLAIN[word] : undefined
    if (part !== undefined) return part
    if (!RESERVED.has(word) || all !== name) isSound = false
    return word
  })
  return isSound ? plain : undefined
}
