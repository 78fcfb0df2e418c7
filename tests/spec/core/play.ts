import type { FieldError } from '../../../worker/api/field-error.ts'
import type { GoMap, GoValue } from './go-literals.ts'
import { GoStruct, isGoMap } from './go-literals.ts'
import { created, updated } from './kind-rules.ts'

/** How to validate the rows of a table, and which faults they expect. */
export interface Play {
  readonly path: string
  readonly func: string
  readonly table: string
  /** `good` means no faults, and `bad` means some. A function decides for each row, and returns true for no faults. */
  readonly expects: 'good' | 'bad' | ((row: GoMap) => boolean)
  faults(row: GoValue, name: string): readonly FieldError[]
  /** A text that one of the faults must contain: its field, its type or its message. */
  expectedText?(row: GoMap, name: string): string | undefined
}

export type Faults = Play['faults']

export const member = (row: GoValue, key: string): GoValue => (isGoMap(row) ? (row[key] ?? null) : null)
export const textOf =
  (key: string) =>
  (row: GoMap): string | undefined => {
    const text = row[key]
    return typeof text === 'string' && text !== '' ? text : undefined
  }
export const flag =
  (key: string, good: boolean) =>
  (row: GoMap): boolean =>
    (row[key] === true) === good

/** Validates the creation of the row itself, or of its member `key`. */
export const object =
  (storage: string, key?: string): Faults =>
  (row) =>
    created(storage, key === undefined ? row : member(row, key))

export const change =
  (storage: string, next: string, old: string, subresource = ''): Faults =>
  (row) =>
    updated(storage, named(member(row, next)), named(member(row, old)), subresource)

/** Adds a resourceVersion: update tables omit it, and the rules for updates of metadata require it. */
export function named(value: GoValue): GoValue {
  if (!(value instanceof GoStruct)) return value
  const { ObjectMeta: meta } = value.fields
  const fields = meta instanceof GoStruct ? meta.fields : {}
  const versioned = new GoStruct('metav1.ObjectMeta', { ResourceVersion: '1', ...fields })
  return new GoStruct(value.type, { ...value.fields, ObjectMeta: versioned })
}

/** The file, the function and the variable that hold a table of Go's tests. */
type TableAddress = readonly [path: string, func: string, table: string]

export const good = ([path, func, table]: TableAddress, faults: Faults): Play => ({
  path,
  func,
  table,
  expects: 'good',
  faults,
})
export const bad = (address: TableAddress, faults: Faults, expectedText?: Play['expectedText']): Play =>
  either(address, 'bad', faults, expectedText)
export const either = (
  address: TableAddress,
  expects: Play['expects'],
  faults: Faults,
  expectedText?: Play['expectedText'],
): Play => ({ ...good(address, faults), expects, ...(expectedText && { expectedText }) })

/** An object with the row as a field, such as its spec or status. */
export const around = (type: string, fields: GoMap, meta: GoMap = {}): GoStruct =>
  new GoStruct(type, {
    ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'foo', Namespace: 'default', ...meta }),
    ...fields,
  })
