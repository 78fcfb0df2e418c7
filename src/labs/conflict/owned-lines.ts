import { exactJson } from '../../../worker/api/exact-json.ts'
import type { Json } from '../../../worker/api/json.ts'
import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { fieldOwners, type FieldOwner } from '../../ownership/field-owners.ts'

/** A line of an object as YAML, with the owners of its field. */
export interface OwnedLine {
  readonly depth: number
  readonly text: string
  readonly owners: readonly FieldOwner[]
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  'managedFields',
  'status',
  'uid',
  'resourceVersion',
  'creationTimestamp',
])

/** The lines of an object without its status and without fields that the server sets. */
export function ownedLines(object: ApiObject): {
  readonly lines: readonly OwnedLine[]
  readonly owners: readonly FieldOwner[]
} {
  const owners = fieldOwners(object, object.metadata?.managedFields ?? [])
  const lines: OwnedLine[] = []
  const write = (value: Json, path: readonly (string | number)[], depth: number): void => {
    const entries: readonly (readonly [string | number, Json | undefined])[] = Array.isArray(value)
      ? value.map((one, at) => [at, one] as const)
      : Object.entries(objectOrEmpty(value))
    for (const [key, inner] of entries) {
      if (inner === undefined || (typeof key === 'string' && depth < 2 && LEFT_OUT.has(key))) continue
      const at = [...path, key]
      const label = typeof key === 'number' ? '-' : `${key}:`
      const isNested = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0
      lines.push({ depth, text: isNested ? label : `${label} ${exactJson(inner)}`, owners: owners.at(at) })
      if (isNested) write(inner, at, depth + 1)
    }
  }
  write(object, [], 0)
  return { lines, owners: owners.all }
}
