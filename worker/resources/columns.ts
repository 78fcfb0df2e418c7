import type { Int64 } from '../api/int64.ts'
import type { ApiObject } from '../api/object.ts'
import { integerAt, listAt, textAt, valueAt } from './path.ts'
import type { Column } from './behaviour.ts'
import { humanDuration } from '../api/duration.ts'

export const name: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://{labels}/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
  cell: (object) => object.metadata?.name ?? '',
}

export const age: Column = {
  name: 'Age',
  type: 'string',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.{domain}/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  priority: 0,
  cell(object, now) {
    const created = object.metadata?.creationTimestamp
    return created ? humanDuration(now - Date.parse(created)) : '<unknown>'
  },
}

/** A text column; `from` is a path or a function. */
export function text(
  name: string,
  description: string,
  from: string | ((object: ApiObject) => string),
  priority = 0,
): Column {
  const cell = typeof from === 'string' ? (object: ApiObject): string => textAt(object, from) : from
  return { name, type: 'string', description, priority, cell }
}

/** A column of type `string` whose cells are numbers; `from` is a path or a function. */
export function count(name: string, description: string, from: string | ((object: ApiObject) => Int64)): Column {
  const cell = typeof from === 'string' ? (object: ApiObject): Int64 => integerAt(object, from) : from
  return { name, type: 'string', description, priority: 0, cell }
}

/** A column of whole numbers; `from` is a path or a function. */
export function integer(
  name: string,
  description: string,
  from: string | ((object: ApiObject) => Int64),
  priority = 0,
): Column {
  return { ...count(name, description, from), type: 'integer', priority }
}

/** A column of booleans; `from` is a path or a function. */
export function flag(name: string, description: string, from: string | ((object: ApiObject) => boolean)): Column {
  const cell = typeof from === 'string' ? (object: ApiObject): boolean => valueAt(object, from) === true : from
  return { name, type: 'boolean', description, priority: 0, cell }
}

const SHORT_MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]

/** Access modes in a fixed order: `RWO,RWX`. */
export function accessModesText(object: ApiObject, path: string): string {
  const given = listAt(object, path)
  return SHORT_MODES.filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(',')
}
