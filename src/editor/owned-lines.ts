import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import type { Json } from '../../worker/api/json.ts'
import type { FieldOwner, FieldOwners } from '../ownership/field-owners.ts'
import { fieldOwners } from '../ownership/field-owners.ts'
import { parseDocuments } from './documents.ts'

/** A line of an object's text with an owned field. */
export interface OwnedLine {
  /** Offset of the field in the text. */
  readonly from: number
  readonly owners: readonly FieldOwner[]
}

export interface OwnedText {
  readonly owners: FieldOwners
  /** In the order of the text, at most one entry for each field. Several fields may begin on one line. */
  readonly lines: readonly OwnedLine[]
}

/** The field owners of an object, by the lines of its text; undefined while the text cannot be parsed. */
export function ownedText(text: string, entries: readonly ManagedFieldsEntry[]): OwnedText | undefined {
  const [document] = parseDocuments(text)
  const value = document?.value as Json | undefined
  if (document === undefined || value === undefined || !isObject(value)) return undefined
  const owners = fieldOwners(value, entries)
  const lines: OwnedLine[] = []
  for (const { path, from } of document.fields()) {
    const found = owners.at(path)
    if (found.length > 0) lines.push({ from, owners: found })
  }
  return { owners, lines }
}
