import { sortedKeys } from '../../api/byte-order.ts'
import { goSyntax, quote } from '../../api/go-format.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { goQuantity } from '../rules/go-quantity.ts'
import { goDate } from '../rules/go-time.ts'
import type { GoType, GoValue } from './go-type.ts'
import { goTypeOf, shownName } from './go-type.ts'
import { scalarOf } from './value-node.ts'

/** Recorded answers show this address for every pointer. */
const ADDRESS = '0xc000000000'

/** A value as Go's format `%#v` prints it: for the type `PodTemplateSpec`, `core.PodTemplateSpec{ObjectMeta:v1.ObjectMeta{…`. */
export const goSource = (type: string, value: GoValue): string => sourceOf(goTypeOf(type), value)

function sourceOf(type: GoType, value: GoValue): string {
  const isUnset = value === undefined || value === null
  switch (type.kind) {
    case 'string':
      return quote(String(scalarOf(type, value)))
    case 'bool':
    case 'int':
      return String(scalarOf(type, value))
    case 'json':
      return goSyntax(value)
    case 'pointer':
      // `Time` has its own method for `%#v`, which Go also calls for a pointer; it prints `<nil>` for a nil pointer.
      if (shownName(type.element) === 'v1.Time') return goDate(value)
      return `(*${shownName(type.element)})(${isUnset ? 'nil' : ADDRESS})`
    case 'slice':
      if (isUnset) return `${type.name}(nil)`
      return `${type.name}{${(Array.isArray(value) ? value : []).map((item) => sourceOf(type.element, item)).join(', ')}}`
    case 'map':
      return isUnset ? `${type.name}(nil)` : `${type.name}{${entriesOf(type.element, value)}}`
    case 'struct':
      return structOf(type, value)
  }
}

function entriesOf(element: GoType, value: GoValue): string {
  const map = objectOrEmpty(value)
  return sortedKeys(map)
    .map((key) => `${quote(key)}:${sourceOf(element, map[key])}`)
    .join(', ')
}

function structOf(type: GoType & { kind: 'struct' }, value: GoValue): string {
  if (type.name === 'v1.Time')
    return typeof value === 'string' ? goDate(value) : 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)'
  if (type.name === 'resource.Quantity')
    return goQuantity(isObject(value) ? String(value['written']) : String(value ?? '0'))
  const own = type.read === undefined ? value : type.read(value)
  return `${type.name}{${type
    .fields()
    .map((field) => `${field.name}:${sourceOf(field.type, field.read(own))}`)
    .join(', ')}}`
}
