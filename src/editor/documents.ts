import type { Document } from 'yaml'
import { Composer, isMap, isNode, isScalar, isSeq, Parser } from 'yaml'
import { yamlOptions } from '../client/yaml-options.ts'
import type { Steps } from '../../worker/runtime/steps.ts'
import { finish } from '../../worker/runtime/steps.ts'
import { yamlWords } from '../explanations/yaml-words.ts'
import type { FieldPath } from '../client/field-path.ts'

/** One document of a file, with the positions of its fields. */
export interface ParsedDocument {
  readonly value: unknown
  /** Syntax errors. When there are any, `value` is undefined. */
  readonly errors: readonly { readonly from: number; readonly to: number; readonly message: string }[]
  /** The range of the value at `path`, or of its key. When the field does not exist, the range of its nearest parent. */
  range(path: FieldPath, atKey: boolean): { from: number; to: number }
  /** Every field and item with its offset, in the order of the text. */
  fields(): Iterable<{ readonly path: FieldPath; readonly from: number }>
}

/** JSON is YAML: one parser handles both. Empty documents are left out. */
export const parseDocuments = (text: string): ParsedDocument[] => finish(documentSteps(text))

/** `parseDocuments` with a step for each document and for each line between documents. */
export function* documentSteps(text: string): Steps<ParsedDocument[]> {
  const composer = new Composer(yamlOptions)
  const documents: ParsedDocument[] = []
  const add = (document: Document.Parsed): void => {
    const found = parsed(document, text.length)
    if (found.errors.length > 0 || found.value !== null) documents.push(found)
  }
  for (const token of new Parser().parse(text)) {
    for (const document of composer.next(token)) add(document)
    yield
  }
  for (const document of composer.end()) add(document)
  return documents
}

function parsed(document: Document.Parsed, length: number): ParsedDocument {
  const errors = document.errors.map((error) => {
    const [from, to] = error.pos
    return {
      from: Math.min(from, length),
      to: Math.min(Math.max(to, from + 1), length),
      message: `${yamlWords(error.code, error.message).join(' ')}\n${error.message}`,
    }
  })
  return {
    errors,
    value: errors.length === 0 ? (document.toJS({ maxAliasCount: 100 }) as unknown) : undefined,
    range: (path, atKey) => rangeOf(document, path, atKey),
    fields: () => fieldsOf(document.contents, []),
  }
}

function rangeOf(document: Document.Parsed, path: FieldPath, atKey: boolean): { from: number; to: number } {
  for (let depth = path.length; depth > 0; depth--) {
    const steps = path.slice(0, depth)
    const found = document.getIn(steps, true)
    const key = keyNode(document, steps)
    const target = (atKey || depth < path.length || isMap(found)) && key !== undefined ? key : found
    if (isNode(target) && target.range) return { from: target.range[0], to: target.range[1] }
    if (key?.range) return { from: key.range[0], to: key.range[1] }
  }
  const from = document.contents?.range[0] ?? document.range[0]
  return { from, to: from + 1 }
}

function* fieldsOf(node: unknown, path: FieldPath): Generator<{ path: FieldPath; from: number }> {
  if (isMap(node))
    for (const { key, value } of node.items) {
      if (!isScalar(key) || !key.range) continue
      const below = [...path, String(key.value)]
      yield { path: below, from: key.range[0] }
      yield* fieldsOf(value, below)
    }
  else if (isSeq(node))
    for (const [i, item] of node.items.entries()) {
      if (isNode(item) && item.range) yield { path: [...path, i], from: item.range[0] }
      yield* fieldsOf(item, [...path, i])
    }
}

function keyNode(document: Document.Parsed, path: FieldPath) {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isMap(parent)) return undefined
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
  return isScalar(pair?.key) ? pair.key : undefined
}
