import { MAX_FIELD_ERRORS } from '../api/field-error.ts'
import { goSyntax, goText, goType, withoutArguments } from '../api/go-format.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { presentKeys } from '../patch/json-values.ts'
import { TypedError, itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, typeOfKey } from './merge-type.ts'
import { fieldElement, showElement } from './path-element.ts'

/**
 * Checks a value before merging: undeclared fields, wrong kinds, list items without identity, and two items with the same
 * identity (reference/apply.md 10).
 * @throws TypedError with the real server's message for each fault. A list or map is not checked further after
 * `MAX_FIELD_ERRORS` faults.
 */
export function validateTyped(type: MergeType, value: Json, allowDuplicates = false): void {
  const faults = new Validation(allowDuplicates).value(type, value)
  if (faults.length === 0) return
  const texts = faults.map(({ path, text }) => (path === '' ? text : `${path}: ${text}`))
  throw new TypedError(texts.length === 1 ? (texts[0] ?? '') : ['errors:', ...texts.map((t) => `  ${t}`)].join('\n'))
}

interface Fault {
  readonly path: string
  readonly text: string
}

const fault = (text: string): Fault[] => [{ path: '', text }]
const below = (prefix: string, faults: Fault[]): Fault[] =>
  faults.length === 0 ? faults : faults.map(({ path, text }) => ({ path: prefix + path, text }))

class Validation {
  readonly #allowDuplicates: boolean

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates
  }

  value(type: MergeType, value: Json): Fault[] {
    switch (alternativeOf(type, value)) {
      case 'map':
        return type.map === undefined ? [] : this.#map(type.map, value)
      case 'list':
        return type.list === undefined ? [] : this.#list(type.list, value)
      case 'scalar':
        return scalarFault(type.scalar, value)
      case 'none':
        return fault('schema error: invalid atom: inlined')
    }
  }

  #map(map: MergeMap, value: Json): Fault[] {
    if (value === null) return []
    if (!isObject(value)) return fault(withoutArguments(`expected map, got &{${goText(value)}}`))
    const faults: Fault[] = []
    for (const key of presentKeys(value)) {
      if (faults.length >= MAX_FIELD_ERRORS) break
      const prefix = showElement(fieldElement(key))
      const type = typeOfKey(map, key)
      // The real server stops checking a map at its first undeclared field.
      if (type === undefined) return [...faults, ...below(prefix, fault('field not declared in schema'))]
      faults.push(...below(prefix, this.value(type, value[key] ?? null)))
    }
    return faults
  }

  #list(list: MergeList, value: Json): Fault[] {
    if (value === null) return []
    if (!Array.isArray(value)) return fault(withoutArguments(`expected list, got &{${goText(value)}}`))
    const faults: Fault[] = []
    const seen = new Set<string>()
    for (const [i, item] of value.entries()) {
      if (faults.length >= MAX_FIELD_ERRORS) break
      let element = `i:${i}`
      if (list.associative) {
        try {
          element = itemElement(list, item)
        } catch (error) {
          if (!(error instanceof TypedError)) throw error
          return [...faults, ...fault(`element ${i}: ${error.message}`)]
        }
        if (seen.has(element) && !this.#allowDuplicates) {
          faults.push(...fault(`duplicate entries for key ${showElement(element)}`))
        }
        seen.add(element)
      }
      const itemFaults = this.value(list.items, item)
      if (itemFaults.length > 0) faults.push(...below(showElement(element), itemFaults))
    }
    return faults
  }
}

function scalarFault(scalar: MergeType['scalar'], value: Json): Fault[] {
  if (value === null) return []
  const kind = typeof value
  switch (scalar) {
    case 'numeric':
      return kind === 'number' || kind === 'bigint'
        ? []
        : fault(`expected numeric (int or float), got ${goType(value)}`)
    case 'string':
      return kind === 'string' ? [] : fault(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`)
    case 'boolean':
      return kind === 'boolean' ? [] : fault(`expected boolean, got &{${goText(value)}}`)
    default:
      return kind === 'object' ? fault(`expected any scalar, got &{${goText(value)}}`) : []
  }
}
