import type { ObjectRef } from '../client/object-ref.ts'
import { stateOf } from '../relations/object-state.ts'
import type { ObjectState } from '../relations/object-state.ts'
import type { RelatedObject, Relation, RelationKind } from '../relations/relations.ts'

/** One box of the map: an object, or a group of similar objects. */
export interface MapNode {
  /** The key of the object, or of the group. */
  readonly id: string
  readonly kind: string
  /** The name of the object. A long name is shortened by the name of its owner. */
  readonly label: string
  readonly state: ObjectState
  /** The object; undefined for a group. */
  readonly ref?: ObjectRef
  /** The number of objects in the group; 1 for a single object. */
  readonly count: number
  /** The version of the object, or of all objects of the group. When it changes, the box is marked. */
  readonly version: string
}

export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly kind: RelationKind
}

export interface MapGraph {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  /** The number of objects in all boxes. */
  readonly objects: number
}

export interface GraphOptions {
  /** The ids of groups that the user opened. */
  readonly opened: ReadonlySet<string>
  /** Shows only connected parts with an object whose name, kind or state contains this text. */
  readonly filter: string
}

/** When more objects than this have the same type, the same tone of state and the same parents, they become one box. */
const MAX_ALIKE = 12
/** The number of letters that fit into a box. */
const MAX_LETTERS = 20
/** When there are more boxes than this, more objects become groups. */
const MAX_BOXES = 1000
const FEW_ALIKE = 3

interface Item {
  readonly each: RelatedObject
  readonly state: ObjectState
  /** Objects with an edge to this one, sorted. */
  readonly parents: readonly string[]
}

/** The boxes and lines of the map. */
export function mapGraph(
  objects: readonly RelatedObject[],
  relations: readonly Relation[],
  options: GraphOptions,
): MapGraph {
  const kept = filtered(objects, relations, options.filter)
  const keys = new Set(kept.map(({ key }) => key))
  const shown = relations.filter(({ from, to }) => keys.has(from) && keys.has(to))
  const items = itemsOf(kept, shown)
  let boxes = folded(items, MAX_ALIKE, options.opened)
  if (countOf(boxes) > MAX_BOXES) boxes = folded(items, FEW_ALIKE, options.opened)
  if (countOf(boxes) > MAX_BOXES)
    boxes = folded(
      items.map((item) => ({ ...item, parents: [] })),
      MAX_ALIKE,
      options.opened,
    )
  return { ...drawn(boxes, shown), objects: kept.length }
}

function itemsOf(objects: readonly RelatedObject[], relations: readonly Relation[]): Item[] {
  const parents = new Map<string, string[]>()
  for (const { from, to } of relations) {
    const known = parents.get(to)
    if (known === undefined) parents.set(to, [from])
    else known.push(from)
  }
  return objects.map((each) => ({
    each,
    state: stateOf(each.object),
    parents: (parents.get(each.key) ?? []).sort(),
  }))
}

/** The items of each box, by the id of the box. */
type Boxes = ReadonlyMap<string, readonly Item[]>

const countOf = (boxes: Boxes): number => boxes.size

const IDLE_KINDS: readonly string[] = ['ReplicaSet', 'ControllerRevision']

/**
 * The number of alike objects above which they become one box. Earlier ReplicaSets of a Deployment, and idle ControllerRevisions,
 * become one box when there are at least two.
 */
const limitOf = ({ each, state }: Item, most: number): number =>
  state.tone === 'idle' && IDLE_KINDS.includes(each.object.kind) ? 1 : most

function folded(items: readonly Item[], most: number, opened: ReadonlySet<string>): Boxes {
  const alike = new Map<string, Item[]>()
  for (const item of items) {
    const id = `${item.each.ref.resource}.${item.each.ref.group} ${item.state.tone} ${item.parents.join(' ')}`
    const known = alike.get(id)
    if (known === undefined) alike.set(id, [item])
    else known.push(item)
  }
  const boxes = new Map<string, readonly Item[]>()
  for (const [id, group] of alike) {
    const [first] = group
    if (first !== undefined && group.length > limitOf(first, most) && !opened.has(id)) boxes.set(id, group)
    else for (const item of group) boxes.set(item.each.key, [item])
  }
  return boxes
}

function drawn(boxes: Boxes, relations: readonly Relation[]): Pick<MapGraph, 'nodes' | 'edges'> {
  const boxOf = new Map<string, string>()
  const names = new Map<string, string>()
  for (const [id, items] of boxes)
    for (const { each } of items) {
      boxOf.set(each.key, id)
      names.set(each.key, each.ref.name)
    }
  const owners = new Map(relations.filter(({ kind }) => kind === 'owns').map(({ from, to }) => [to, from]))
  const nodes = [...boxes].map(([id, items]): MapNode =>
    nodeOf(id, items, names.get(owners.get(items[0]?.each.key ?? '') ?? '')),
  )
  const edges = new Map<string, MapEdge>()
  for (const { from, to, kind } of relations) {
    const edge = { from: boxOf.get(from) ?? '', to: boxOf.get(to) ?? '', kind }
    const id = `${edge.from}|${edge.to}`
    if (edge.from !== edge.to && !edges.has(id)) edges.set(id, edge)
  }
  return { nodes, edges: [...edges.values()] }
}

function labelOf(name: string, owner: string | undefined): string {
  if (name.length <= MAX_LETTERS || owner === undefined || !name.startsWith(`${owner}-`)) return name
  return `…${name.slice(owner.length)}`
}

function nodeOf(id: string, items: readonly Item[], owner: string | undefined): MapNode {
  const [first] = items
  if (first === undefined) throw new Error(`the box ${id} is empty`)
  const { object, ref } = first.each
  const version = items.map(({ each }) => each.object.metadata.resourceVersion).join(' ')
  if (items.length === 1) {
    return { id, kind: object.kind, label: labelOf(ref.name, owner), state: first.state, ref, count: 1, version }
  }
  const texts = new Set(items.map(({ state }) => state.text))
  const text = texts.size === 1 ? first.state.text : [...texts].slice(0, 3).join(', ')
  const label = `${items.length.toLocaleString('en')} ${ref.resource}`
  return { id, kind: object.kind, label, state: { tone: first.state.tone, text }, count: items.length, version }
}

/** The number of the connected part of each node, by the id of the node. */
export function connectedParts(
  ids: readonly string[],
  edges: readonly { readonly from: string; readonly to: string }[],
): Map<string, number> {
  const neighbours = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { from, to } of edges) {
    neighbours.get(from)?.push(to)
    neighbours.get(to)?.push(from)
  }
  const part = new Map<string, number>()
  let number = 0
  for (const id of ids) {
    if (part.has(id)) continue
    const queue = [id]
    part.set(id, number)
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const other of neighbours.get(next) ?? [])
        if (!part.has(other)) {
          part.set(other, number)
          queue.push(other)
        }
    number++
  }
  return part
}

/** Whether the name, the kind, the resource or the state contains the filter's text. An empty filter matches all objects. */
export function isMatch({ ref, object }: RelatedObject, filter: string): boolean {
  const needle = filter.trim().toLowerCase()
  const { text } = stateOf(object)
  return (
    needle === '' || [ref.name, object.kind, ref.resource, text].some((word) => word.toLowerCase().includes(needle))
  )
}

function filtered(
  objects: readonly RelatedObject[],
  relations: readonly Relation[],
  filter: string,
): readonly RelatedObject[] {
  if (filter.trim() === '') return objects
  const parts = connectedParts(
    objects.map(({ key }) => key),
    relations,
  )
  const kept = new Set(objects.filter((each) => isMatch(each, filter)).map(({ key }) => parts.get(key)))
  return objects.filter(({ key }) => kept.has(parts.get(key)))
}
