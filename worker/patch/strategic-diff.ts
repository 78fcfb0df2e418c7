import { goText, goType } from '../api/go-format.ts'
import { goJson } from '../api/go-json.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, setKey, ownMember } from '../api/json.ts'
import type { Schema } from '../schema/schema.ts'
import { compareText, sortTexts } from '../api/byte-order.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { haveConflicts } from './strategic-conflicts.ts'
import { mergeStrategicMergePatches } from './strategic-merge-patch.ts'
import { asMap, elementType, isMapType, keyOf, sortBy } from './strategic-order.ts'
import type { MergeMarkers } from './strategic-type.ts'
import { directives, markersOfList, markersOfMap, unmergeable } from './strategic-type.ts'

interface DiffOptions {
  /** Whether the patch includes additions and changes. */
  readonly changes: boolean
  /** Whether the patch includes deletions. */
  readonly deletions: boolean
  /** Whether the patch includes the order of merging lists. */
  readonly order: boolean
}

/**
 * The strategic merge patch that turns `before` into `after`.
 * @throws PatchError when an object does not match the schema
 */
export const createStrategicMergePatch = (before: JsonObject, after: JsonObject, schema: Schema): JsonObject =>
  new Diff({ changes: true, deletions: true, order: true }).maps(before, after, schema, false)

/**
 * The changes from the original configuration to the current object. An apply that may not overwrite is refused when its own
 * changes conflict with these. kubectl compares and prints them without the order of lists.
 * @throws PatchError when an object does not match the schema
 */
export const changesByOthers = (original: JsonObject, current: JsonObject, schema: Schema): JsonObject =>
  new Diff({ changes: true, deletions: true, order: false }).maps(original, current, schema, false)

/** The three inputs of client-side apply. */
export interface ThreeWayInput {
  /** The configuration of the last apply. */
  readonly original: JsonObject
  /** The configuration of this apply. */
  readonly modified: JsonObject
  /** The live object. */
  readonly current: JsonObject
}

/**
 * The patch of client-side apply: the deletions from the original configuration to the modified one, merged with the
 * changes from the current object to the modified configuration. With `overwrite` false, a conflict with a change from
 * the original configuration to the current object is an error.
 * @throws PatchError for a conflict, and when an object does not match the schema
 */
export function createThreeWayStrategicMergePatch(
  { original, modified, current }: ThreeWayInput,
  schema: Schema,
  { overwrite = true } = {},
): JsonObject {
  const changes = new Diff({ changes: true, deletions: false, order: true }).maps(current, modified, schema, false)
  const deletions = new Diff({ changes: false, deletions: true, order: true }).maps(original, modified, schema, false)
  const patch = mergeStrategicMergePatches(deletions, changes, schema)
  if (!overwrite) {
    const others = changesByOthers(original, current, schema)
    if (haveConflicts(patch, others, schema)) {
      const [ours, theirs] = [goJson(patch), goJson(others)]
      throw unmergeable(`patch:\n${ours}\nconflicts with changes made from original to current:\n${theirs}\n`)
    }
  }
  return patch
}

/** A member of the patch, which a comparison may write. */
interface Member {
  readonly patch: JsonObject
  readonly key: string
}

class Diff {
  readonly #options: DiffOptions

  constructor(options: DiffOptions) {
    this.#options = options
  }

  maps(before: JsonObject, after: JsonObject, schema: Schema, retainKeys: boolean): JsonObject {
    const patch: JsonObject = {}
    for (const key of presentKeys(after))
      this.#member({ patch, key }, ownMember(before, key), after[key] ?? null, schema)
    if (this.#options.deletions) {
      for (const key of presentKeys(before)) if (ownMember(after, key) === undefined) setKey(patch, key, null)
    }
    const retained = presentKeys(after).filter((key) => after[key] !== null)
    const hasDeletions = presentKeys(before).some((key) => before[key] !== null && ownMember(after, key) === undefined)
    if (retainKeys && retained.length > 0 && (presentKeys(patch).length > 0 || hasDeletions)) {
      patch[directives.retainKeys] = sortTexts(retained)
    }
    return patch
  }

  #member(member: Member, before: Json | undefined, after: Json, schema: Schema): void {
    const { patch, key } = member
    if (before === undefined) return this.#change(member, after)
    if (key === directives.patch) {
      if (typeof before !== 'string' || typeof after !== 'string') {
        throw unmergeable(`invalid value for special key: ${directives.patch}`)
      }
      if (before !== after) patch[key] = after
      return
    }
    if (goType(before) === goType(after)) {
      // Unchanged unknown fields are accepted; `markersOfMap` and `markersOfList` refuse changed unknown maps and lists.
      if (equalJson(before, after) && !hasField(schema, key)) return
      if (isObject(before) && isObject(after)) return this.#map(member, before, after, markersOfMap(schema, key))
      if (Array.isArray(before) && Array.isArray(after)) {
        return this.#list(member, before, after, markersOfList(schema, key))
      }
    }
    if (!equalJson(before, after)) this.#change(member, after)
  }

  #change({ patch, key }: Member, after: Json): void {
    if (this.#options.changes) setKey(patch, key, after)
  }

  #map(member: Member, before: JsonObject, after: JsonObject, markers: MergeMarkers): void {
    if (markers.strategy === 'replace') return this.#change(member, after)
    const inner = this.maps(before, after, markers.schema, markers.retainKeys)
    if (presentKeys(inner).length > 0) setKey(member.patch, member.key, inner)
  }

  #list(member: Member, before: Json[], after: Json[], markers: MergeMarkers): void {
    if (markers.strategy !== 'merge') {
      if (!equalJson(before, after)) this.#change(member, after)
      return
    }
    if (before.length === 0) {
      if (after.length > 0) this.#change(member, after)
      return
    }
    if (isMapType(elementType(before, after))) return this.#listOfMaps(member, before, after, markers)
    const { patch, key } = member
    const added = missing(after, before)
    const gone = [...new Set(missing(before, after))].sort(byText)
    const { changes, deletions, order } = this.#options
    if (changes && added.length > 0) setKey(patch, key, sortBy(added.sort(byText), after, ''))
    if (deletions && gone.length > 0) setKey(patch, `${directives.deleteFromPrimitiveList}/${key}`, gone)
    if (!order || after.length === 0) return
    if ((deletions && gone.length > 0) || (changes && !equalJson(before, after))) {
      setKey(patch, `${directives.setElementOrder}/${key}`, after)
    }
  }

  #listOfMaps({ patch, key }: Member, before: Json[], after: Json[], markers: MergeMarkers): void {
    const { schema, retainKeys, mergeKey } = markers
    const { changes, deletions, order } = this.#options
    const items: Json[] = []
    const gone: JsonObject[] = []
    for (const [was, item] of pairs(byKey(before, mergeKey), byKey(after, mergeKey))) {
      if (item === undefined) {
        if (deletions && was !== undefined) gone.push(was)
      } else if (was === undefined) {
        if (changes) items.push(item)
      } else {
        const inner = this.maps(was, item, schema, retainKeys)
        if (presentKeys(inner).length > 0) items.push({ ...inner, [mergeKey]: item[mergeKey] ?? null })
      }
    }
    const list = [
      ...sortBy(items, after, mergeKey),
      ...gone.map((item) => ({ [mergeKey]: item[mergeKey] ?? null, [directives.patch]: 'delete' })),
    ]
    const isSameOrder =
      before.length === after.length &&
      before.every((item, i) => keyOf(item, mergeKey) === keyOf(after[i] ?? null, mergeKey))
    if (list.length > 0) setKey(patch, key, list)
    if (!order || after.length === 0) return
    if ((changes && (list.length > 0 || !isSameOrder)) || (deletions && list.length > 0)) {
      const keys = after.map((item) => ({ [mergeKey]: keyOf(item, mergeKey) }))
      setKey(patch, `${directives.setElementOrder}/${key}`, keys)
    }
  }
}

/** The items of a list that are not in `other`, compared by their text. */
function missing(list: readonly Json[], other: readonly Json[]): Json[] {
  const texts = new Set(other.map(goText))
  return list.filter((item) => !texts.has(goText(item)))
}

const byText = (a: Json, b: Json): number => compareText(goText(a), goText(b))

type Keyed = readonly [key: string, item: JsonObject]

/** The items with the text of their merge key, sorted by it. Go puts the last of several items with one key first. */
const byKey = (items: readonly Json[], mergeKey: string): Keyed[] =>
  items
    .map((item): Keyed => [goText(keyOf(item, mergeKey)), asMap(item)])
    .toReversed()
    .sort(([a], [b]) => compareText(a, b))

/**
 * The items of two sorted lists in pairs of equal keys. When several items have one key, the first of both lists are a
 * pair, then the second, and an item without a partner is new or gone.
 */
function* pairs(
  before: readonly Keyed[],
  after: readonly Keyed[],
): Generator<readonly [JsonObject | undefined, JsonObject | undefined]> {
  let [old, now] = [0, 0]
  for (;;) {
    const [was, item] = [before[old], after[now]]
    if (was === undefined && item === undefined) return
    const order = orderOf(was, item)
    yield [order > 0 ? undefined : was?.[1], order < 0 ? undefined : item?.[1]]
    old += order > 0 ? 0 : 1
    now += order < 0 ? 0 : 1
  }
}

/** Negative when the first item comes before the second. The end of a list comes last. */
function orderOf(was: Keyed | undefined, item: Keyed | undefined): number {
  if (was === undefined) return 1
  return item === undefined ? -1 : compareText(was[0], item[0])
}

function hasField(schema: Schema, key: string): boolean {
  return schema.type === 'struct' && schema.fields.has(key)
}
