import { editDistance } from '../cli/edit-distance.ts'
import type { FieldPath } from '../client/field-path.ts'
import type { TypeNode } from './openapi.ts'
import { walk } from './openapi.ts'

/** Two edits correct a transposition or two wrong keys. In a short name, two edits would turn one word into another. */
const maxEdits = (name: string): number => (name.length < 5 ? 1 : 2)

/** The declared field whose name is closest to the last step of an undeclared path; undefined when none is close. */
export function nearField(type: TypeNode, path: FieldPath): string | undefined {
  if (walk(type, path) !== undefined) return undefined
  const written = String(path.at(-1) ?? '').toLowerCase()
  const names = Object.keys(walk(type, path.slice(0, -1))?.schema.properties ?? {})
  const [nearest] = names
    .map((name) => ({ name, edits: editDistance(written, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= maxEdits(name))
    .sort((one, other) => one.edits - other.edits)
  return nearest?.name
}

/** `Did you mean "replicas"?`; empty when no field is close. */
export function fieldHint(type: TypeNode, path: FieldPath): string {
  const name = nearField(type, path)
  return name === undefined ? '' : `Did you mean "${name}"?`
}
