import type { Json, JsonObject } from '../api/json.ts'
import { objectOrEmpty, ownMember, setKey } from '../api/json.ts'
import { presentKeys } from '../patch/json-values.ts'
import { TypedError, itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, typeOfKey } from './merge-type.ts'
import type { PathElement } from './path-element.ts'
import { showElement } from './path-element.ts'

/**
 * Merges an applied configuration into the live value. Leaves of the configuration win; nothing is removed. Items of the
 * configuration are in its order, with the other items of the live list between them. Neither input is modified; the
 * result shares unchanged values with the live value.
 */
export function mergeTyped(type: MergeType | undefined, live: Json, config: Json): Json {
  if (type === undefined || live === config) return config
  const alternative = alternativeOf(type, config)
  if (alternative === 'map' && type.map !== undefined) return mergeMaps(type.map, live, config)
  if (alternative === 'list' && type.list !== undefined) return mergeLists(type.list, live, config)
  return config
}

function mergeMaps(map: MergeMap, live: Json, config: Json): Json {
  const left = objectOrEmpty(live)
  const right = objectOrEmpty(config)
  const keys = presentKeys(right)
  if (map.atomic || (keys.length === 0 && presentKeys(left).length === 0)) return config
  let out: JsonObject = left
  for (const key of keys) {
    const before = ownMember(left, key)
    const after = right[key] ?? null
    const merged = before === undefined ? after : mergeTyped(typeOfKey(map, key), before, after)
    if (merged === before) continue
    if (out === left) out = { ...left }
    setKey(out, key, merged)
  }
  return out
}

function mergeLists(list: MergeList, live: Json, config: Json): Json {
  const left = Array.isArray(live) ? live : []
  const right = Array.isArray(config) ? config : []
  if (!list.associative || left.length === 0) return config
  if (right.length === 0) return left
  const out = new ListMerge(list, left, right).run()
  return out.length === left.length && out.every((item, i) => item === left[i]) ? left : out
}

/**
 * Merges two lists in one pass. Items that only the live list has keep their position relative to the items that both
 * lists have; items of the configuration are in its order.
 */
class ListMerge {
  readonly #list: MergeList
  readonly #left: readonly Json[]
  readonly #leftElements: PathElement[]
  readonly #rightElements: PathElement[]
  readonly #leftItems = new Map<PathElement, Json>()
  readonly #rightItems = new Map<PathElement, Json>()
  readonly #shared: PathElement[]
  readonly #merged = new Set<PathElement>()
  readonly #out: Json[] = []

  constructor(list: MergeList, left: readonly Json[], right: readonly Json[]) {
    this.#list = list
    this.#left = left
    this.#leftElements = left.map((item) => itemElement(list, item))
    this.#rightElements = right.map((item) => itemElement(list, item))
    for (const [i, element] of this.#leftElements.entries()) {
      // An old object may have duplicates. The new value replaces them instead of being merged.
      this.#leftItems.set(element, this.#leftItems.has(element) ? null : (left[i] ?? null))
    }
    for (const [i, element] of this.#rightElements.entries()) {
      if (this.#rightItems.has(element)) throw new TypedError(`duplicate entries for key ${showElement(element)}`)
      this.#rightItems.set(element, right[i] ?? null)
    }
    this.#shared = this.#rightElements.filter((element) => this.#leftItems.has(element))
  }

  run(): Json[] {
    const left = this.#leftElements
    const right = this.#rightElements
    let shared = 0
    let next = this.#shared[shared++]
    let l = 0
    let r = 0
    while (l < left.length || r < right.length) {
      const ours = left[l]
      const theirs = right[r]
      if (ours !== undefined && theirs !== undefined) {
        if (ours === theirs) {
          this.#take(ours)
          l++
          r++
          next = this.#shared[shared++]
          continue
        }
        // Both lists have the item, but another shared item comes first in the configuration's order.
        if (this.#rightItems.has(ours) && next !== undefined && next !== ours) {
          l++
          continue
        }
      }
      if (ours !== undefined) {
        if (!this.#rightItems.has(ours)) {
          this.#out.push(this.#left[l] ?? null)
          l++
          continue
        }
        if (this.#merged.has(ours)) l++
      }
      if (theirs !== undefined) {
        this.#take(theirs)
        r++
        if (next === theirs) next = this.#shared[shared++]
      }
    }
    return this.#out
  }

  #take(element: PathElement): void {
    this.#merged.add(element)
    const before = this.#leftItems.get(element)
    const after = this.#rightItems.get(element) ?? null
    this.#out.push(before === undefined ? after : mergeTyped(this.#list.items, before, after))
  }
}
