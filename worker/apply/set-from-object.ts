import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { presentKeys } from '../patch/json-values.ts'
import type { FieldSet } from './field-set.ts'
import { FieldSetBuilder } from './field-set.ts'
import { itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, typeOfKey } from './merge-type.ts'
import type { PathElement } from './path-element.ts'
import { fieldElement } from './path-element.ts'
import { ShapeCache, typedPatternOf } from './shape.ts'
import { validateTyped } from './typed-validate.ts'

const sets = new WeakMap<JsonObject, { type: MergeType; set: FieldSet }>()

/**
 * The fields in an object: leaves, list items, map entries and empty containers. An applier owns the fields in its
 * configuration. Cached by object.
 */
export function setFromObject(type: MergeType, object: Json): FieldSet {
  const cached = isObject(object) ? sets.get(object) : undefined
  if (cached?.type === type) return cached.set
  const walk = new Walk()
  walk.value(type, object)
  const set = walk.out.build()
  if (isObject(object)) sets.set(object, { type, set })
  return set
}

const configs = new WeakMap<MergeType, ShapeCache<FieldSet>>()

/**
 * Checks a configuration and returns its fields. Both results depend only on its shape, so they are cached: a client applies
 * many objects of one shape.
 * @throws TypedError with each fault
 */
export function fieldsOfConfig(type: MergeType, config: JsonObject): FieldSet {
  let cache = configs.get(type)
  if (cache === undefined) configs.set(type, (cache = new ShapeCache()))
  const find = (): FieldSet => {
    validateTyped(type, config)
    return setFromObject(type, config)
  }
  const set = cache.get(config, find, () => typedPatternOf(type, config))
  sets.set(config, { type, set })
  return set
}

class Walk {
  readonly out = new FieldSetBuilder()
  readonly #path: PathElement[] = []

  value(type: MergeType | undefined, value: Json): void {
    if (type === undefined) return
    switch (alternativeOf(type, value)) {
      case 'scalar':
        return this.#mark()
      case 'list':
        return this.#list(type.list, value)
      case 'map':
        return this.#map(type.map, value)
      case 'none':
    }
  }

  #mark(): void {
    this.out.insert(this.#path)
  }

  #list(list: MergeList | undefined, value: Json): void {
    if (list === undefined) return
    if (!list.associative) return this.#mark()
    if (!Array.isArray(value)) return
    const elements = value.map((item) => itemElement(list, item))
    const times = new Map<PathElement, number>()
    for (const element of elements) times.set(element, (times.get(element) ?? 0) + 1)
    for (const [i, item] of value.entries()) {
      const element = elements[i] ?? ''
      this.#path.push(element)
      // Items with the same identity are owned as one value.
      if (times.get(element) === 1) this.value(list.items, item)
      this.#mark()
      this.#path.pop()
    }
  }

  #map(map: MergeMap | undefined, value: Json): void {
    if (map === undefined) return
    if (map.atomic) return this.#mark()
    if (!isObject(value)) return
    for (const key of presentKeys(value)) {
      const item = value[key] ?? null
      this.#path.push(fieldElement(key))
      this.value(typeOfKey(map, key), item)
      // A declared field is a member only when it is empty; an entry of a map is always a member.
      const isEmptyValue = item === null || (isObject(item) && presentKeys(item).length === 0)
      if (isEmptyValue || !map.fields.has(key)) this.#mark()
      this.#path.pop()
    }
  }
}
