import { codeOnly, lineAt } from './source-code.ts'
import type { SourceFile } from './tracked-files.ts'

export interface LookupFault {
  readonly name: string
  readonly line: number
  readonly fault: string
}

/** A constant whose type allows any text as a key, and whose value is a plain object. */
const CONSTANT = /^(?:export )?const (\w+)(?:: (?:Readonly<)?(?:Partial<)?Record<string,(?:[^=]|=>)*?)= \{/gm

/** A value that a cast opens to any text as a key. */
const CAST = /\bconst (\w+) = [^\n]* as (?:Readonly<)?Record<string, .*>\n/g

/** `key in object` with a key that is not a literal; not the head of a `for` loop. */
const IN = /(?<!(?:const|let) )(?<![\w.$#'`"])([A-Za-z_$][\w.$]*) in ([A-Za-z_$][\w.]*)[)\s&|?,;]/g

/**
 * Finds lookups by text in plain objects: an expression that indexes a constant of type `Record<string, …>` with an object
 * literal or that a cast gave this type, and the operator `in` after an expression. Other files refer to such a constant by its name.
 */
export function lookupFaults(sources: readonly SourceFile[]): LookupFault[] {
  return sources.flatMap((source) => [...constantFaults(source, sources), ...castFaults(source), ...inFaults(source)])
}

function constantFaults({ name, content }: SourceFile, sources: readonly SourceFile[]): LookupFault[] {
  return [...content.matchAll(CONSTANT)].flatMap(({ 0: text, 1: constant = '', index }) => {
    const readers = text.startsWith('export') ? sources : [{ content }]
    if (!readers.some((reader) => isIndexed(reader.content, constant))) return []
    return [{ name, line: lineAt(content, index), fault: `${constant} is a plain object and indexed by text` }]
  })
}

function castFaults({ name, content }: SourceFile): LookupFault[] {
  return [...content.matchAll(CAST)].flatMap(({ 1: constant = '', index }) => {
    const [rest = ''] = content.slice(index).split(/^}/m, 1)
    return isIndexed(rest, constant)
      ? [
          {
            name,
            line: lineAt(content, index),
            fault: `${constant} is cast and indexed by text; use ownMember and setKey`,
          },
        ]
      : []
  })
}

const isIndexed = (content: string, constant: string): boolean =>
  new RegExp(`(?<![\\w.])${constant}(?:\\?\\.)?\\[(?!['"\`\\]])`).test(content)

function inFaults({ name, content }: SourceFile): LookupFault[] {
  // The markup of a component contains sentences with the word `in`.
  if (name.endsWith('.svelte')) return []
  const code = codeOnly(content)
  return [...code.matchAll(IN)]
    .filter(({ index }) => !isType(code, index))
    .map(({ 1: key = '', 2: object = '', index }) => ({
      name,
      line: lineAt(content, index),
      fault: `${key} in ${object} finds inherited names; use Object.hasOwn`,
    }))
}

/** Whether the operator declares a type, as in `[K in Keys]`. */
const isType = (code: string, index: number): boolean => code[index - 1] === '['
