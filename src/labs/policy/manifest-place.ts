import { numberOfText } from '../../../worker/api/numbers.ts'

/** Zero-based offsets of a part of a text, and its line, counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly from: number
  readonly to: number
}

/**
 * The place of a field in a manifest of several documents.
 * @param name the name of the object
 * @param field a path of the server: `spec.validations[0].expression`
 */
export async function placeInManifest(manifest: string, name: string, field: string): Promise<TextPlace | undefined> {
  const { parseAllDocuments, LineCounter, isNode } = await import('yaml')
  const lines = new LineCounter()
  const path = field.split(/\.|(?=\[)/).map((step) => (step.startsWith('[') ? numberOfText(step.slice(1, -1)) : step))
  for (const document of parseAllDocuments(manifest, { lineCounter: lines })) {
    if (!isNode(document.contents) || document.getIn(['metadata', 'name']) !== name) continue
    const node = document.getIn(path, true)
    if (!isNode(node) || !node.range) continue
    const [from, to] = node.range
    return { line: lines.linePos(from).line, from, to }
  }
  return undefined
}
