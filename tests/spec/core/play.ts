import type { FieldError } from '../../../worker/api/field-error.ts'
import type { GoMap, GoValue } from './go-literals.ts'
import { GoStruct, isGoMap } from './go-literals.ts'
import { created, updated } from './judge.ts'

/** How the rows of a table are asked, and what they expect. */
export interface Play {
  readonly path: string
  readonly func: string
  readonly table: string
  /** `good`: no faults; `bad`: some; a function tells it by the row. */
  readonly expects: 'good' | 'bad' | ((row: GoMap) => boolean)
  faults(row: GoValue, name: string): readonly FieldError[]
  /** A text that one of the faults must contain: its field, its type or its message. */
  said?(row: GoMap, name: string): string | undefined
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

/** The whole row is an object, or one of its members is. */
export const object =
  (storage: string, key?: string): Faults =>
  (row) =>
    created(storage, key === undefined ? row : member(row, key))

export const change =
  (storage: string, next: string, old: string, subresource = ''): Faults =>
  (row) =>
    updated(storage, named(member(row, next)), named(member(row, old)), subresource)

/** Objects of update tables have a version: without one the real server's rules of metadata are asked for it. */
export function named(value: GoValue): GoValue {
  if (!(value instanceof GoStruct)) return value
  const { ObjectMeta: meta } = value.fields
  const fields = meta instanceof GoStruct ? meta.fields : {}
  const versioned = new GoStruct('metav1.ObjectMeta', { ResourceVersion: '1', ...fields })
  return new GoStruct(value.type, { ...value.fields, ObjectMeta: versioned })
}

export const good = (path: string, func: string, table: string, faults: Faults): Play => ({
  path,
  func,
  table,
  expects: 'good',
  faults,
})
export const bad = (path: string, func: string, table: string, faults: Faults, said?: Play['said']): Play => ({
  ...good(path, func, table, faults),
  expects: 'bad',
  ...(said && { said }),
})
export const either = (
  path: string,
  func: string,
  table: string,
  expects: Play['expects'],
  faults: Faults,
  said?: Play['said'],
): Play => ({ ...good(path, func, table, faults), expects, ...(said && { said }) })

/** An object of the kind around a spec or a status that the row is. */
export const around = (type: string, fields: GoMap, meta: GoMap = {}): GoStruct =>
  new GoStruct(type, {
    ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'foo', Namespace: 'default', ...meta }),
    ...fields,
  })
