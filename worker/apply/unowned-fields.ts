import type { FieldSet } from './field-set.ts'
import { difference, fieldSetOf } from './field-set.ts'
import { fieldElement } from './path-element.ts'

/** Fields that have no owner: the type, and the metadata that the server sets or that identifies the object. */
export const unownedFields = fieldSetOf(
  ...['apiVersion', 'kind', 'metadata'].map((name) => [fieldElement(name)]),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [fieldElement('metadata'), fieldElement(name)]),
)

const ownable = new WeakMap<FieldSet, FieldSet>()

/** The set without unowned fields. The result is cached, because many writes have the same sets. */
export function withoutUnowned(fields: FieldSet): FieldSet {
  let rest = ownable.get(fields)
  if (rest === undefined) ownable.set(fields, (rest = difference(fields, unownedFields)))
  return rest
}
