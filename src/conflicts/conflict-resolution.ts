import type { Document } from 'yaml'
import type { Json } from '../../worker/api/json.ts'
import type { FieldPath } from '../client/field-path.ts'
import { yamlOptions } from '../client/yaml-options.ts'

/**
 * The resolutions of a conflict (reference/apply.md 17). `force` takes the field over. `drop` removes it from the
 * document. `share` sets the live value, and both managers then own the field.
 */
export type ConflictResolution = 'force' | 'drop' | 'share'

/** A change of one field of a document. */
export interface FieldEdit {
  readonly path: FieldPath
  /** The new value; undefined when the edit removes the field. */
  readonly value: Json | undefined
}

/** The text with changed fields in one of its documents (counted from 0); the other documents are unchanged. */
export async function editedText(text: string, document: number, edits: readonly FieldEdit[]): Promise<string> {
  const { parseAllDocuments } = await import('yaml')
  const parsed = parseAllDocuments(text, yamlOptions)
  const target = parsed[document]
  if (target === undefined) throw new Error(`The text has no document ${document + 1}`)
  const from = parsed[document - 1]?.range[2] ?? 0
  const before = text.slice(0, from)
  const after = text.slice(target.range[2])
  // From the end: list indices before a removed item stay valid.
  for (const { path, value } of [...edits].sort((a, b) => comparePaths(b.path, a.path)))
    if (value === undefined) remove(target, path)
    else target.setIn(path, target.createNode(value))
  const flush = /^( *)[^ \n#-][^\n]*:\n\1- /m.test(text)
  const written = target.toString({ lineWidth: 0, indentSeq: !flush, flowCollectionPadding: /\{ /.test(text) })
  return before + written + after
}

/** Also removes mappings and lists that become empty: otherwise the manager would own the empty ones. */
function remove(document: Document, path: FieldPath): void {
  document.deleteIn(path)
  const parent = path.slice(0, -1)
  const rest: unknown = parent.length === 0 ? undefined : document.getIn(parent)
  const emptied = typeof rest === 'object' && rest !== null && 'items' in rest && Array.isArray(rest.items)
  if (emptied && (rest.items as readonly unknown[]).length === 0) remove(document, parent)
}

function comparePaths(a: FieldPath, b: FieldPath): number {
  for (const [i, step] of a.entries()) {
    const other = b[i]
    if (typeof step === 'number' && typeof other === 'number' && step !== other) return step - other
  }
  return 0
}
