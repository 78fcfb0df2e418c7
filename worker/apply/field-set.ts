import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { PathElement } from './path-element.ts'
import { inOrder, mayRound, readElement, showOwned } from './path-element.ts'

/**
 * A set of field paths as a trie. An element is a member, has members below it, or both; no other nodes exist. Sets are
 * immutable and share subtrees, so an operation that changes nothing returns its input. A set has no order: the FieldsV1
 * form (`{"f:spec":{".":{},"f:replicas":{}}}`) is sorted when it is written.
 */
export type FieldSet = ReadonlyMap<PathElement, FieldNode>

export interface FieldNode {
  readonly member: boolean
  readonly children: FieldSet
}

export type FieldPath = readonly PathElement[]

export const noFields: FieldSet = new Map()
/** The node of every member without members below it. */
const leaf: FieldNode = { member: true, children: noFields }

interface Building {
  member: boolean
  children: Map<PathElement, FieldNode>
}

/** Collects paths in any order. The empty path (the whole object) has no owner and is ignored. */
export class FieldSetBuilder {
  #root: Building | undefined
  /** The members below the path that ended last; they have no members below them. */
  #ended: Building['children'] = new Map()

  insert(path: FieldPath): void {
    const last = path.length - 1
    let node = (this.#root ??= { member: false, children: new Map() })
    for (let i = 0; i < last; i++) node = descend(node, path[i] ?? '')
    const element = path[last]
    if (element === undefined) return
    const existing = node.children.get(element)
    if (existing === undefined) node.children.set(element, leaf)
    else if (!existing.member) descend(node, element).member = true
  }

  /**
   * Ends a path: no path below it may be inserted afterwards. If the path that ended before it has the same members below it,
   * and those have no members below them, both paths then share one level. Items of a list mostly have the same fields, so
   * sharing saves memory.
   */
  end(path: FieldPath): void {
    let node = this.#root
    for (const element of path) node = node?.children.get(element) as Building | undefined
    if (node === undefined || node.children.size === 0) return
    if (hasSameNodes(node.children, this.#ended)) node.children = this.#ended
    else if (isFlat(node.children)) this.#ended = node.children
  }

  /** Returns the set. The builder must not be used afterwards. */
  build(): FieldSet {
    return this.#root === undefined || this.#root.children.size === 0 ? noFields : this.#root.children
  }
}

/** The child of a node, created when missing. A builder may modify all of its nodes except the shared leaf. */
function descend(node: Building, element: PathElement): Building {
  const existing = node.children.get(element)
  if (existing !== undefined && existing !== leaf) return existing as Building
  const made: Building = { member: existing === leaf, children: new Map() }
  node.children.set(element, made)
  return made
}

const isFlat = (set: FieldSet): boolean => [...set.values()].every(({ children }) => isEmpty(children))

/** Whether two levels have the same nodes. */
function hasSameNodes(a: FieldSet, b: FieldSet): boolean {
  if (a.size !== b.size) return false
  for (const [element, node] of a) if (b.get(element) !== node) return false
  return true
}

export function fieldSetOf(...paths: FieldPath[]): FieldSet {
  const builder = new FieldSetBuilder()
  for (const path of paths) builder.insert(path)
  return builder.build()
}

export const isEmpty = (set: FieldSet): boolean => set.size === 0

export function has(set: FieldSet, path: FieldPath): boolean {
  let level = set
  for (const [i, element] of path.entries()) {
    const node = level.get(element)
    if (node === undefined) return false
    if (i === path.length - 1) return node.member
    level = node.children
  }
  return false
}

/** The members below an element. */
export const under = (set: FieldSet, element: PathElement): FieldSet => set.get(element)?.children ?? noFields

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || b.size === 0) return a
  if (a.size === 0) return b
  let out: Map<PathElement, FieldNode> | undefined
  for (const [element, theirs] of b) {
    const ours = a.get(element)
    if (ours === theirs) continue
    if (ours === undefined) {
      ;(out ??= new Map(a)).set(element, theirs)
      continue
    }
    const children = union(ours.children, theirs.children)
    const member = ours.member || theirs.member
    if (member === ours.member && children === ours.children) continue
    ;(out ??= new Map(a)).set(element, { member, children })
  }
  return out ?? a
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a
  const out = new Map<PathElement, FieldNode>()
  for (const [element, ours] of a) {
    const theirs = b.get(element)
    if (theirs === undefined) continue
    put(out, element, ours.member && theirs.member, intersection(ours.children, theirs.children))
  }
  return out.size === 0 ? noFields : out
}

/** Members of `a` that are not members of `b`. Removing an element keeps the members below it. */
export const difference = (a: FieldSet, b: FieldSet): FieldSet => subtract(a, b, false)

/** Returns the difference as `difference` does, but a member of `b` removes everything below it too. */
export const recursiveDifference = (a: FieldSet, b: FieldSet): FieldSet => subtract(a, b, true)

function subtract(a: FieldSet, b: FieldSet, recursive: boolean): FieldSet {
  if (a === b) return noFields
  if (a.size === 0 || b.size === 0) return a
  let out: Map<PathElement, FieldNode> | undefined
  for (const [element, ours] of a) {
    const theirs = b.get(element)
    if (theirs === undefined) continue
    const member = ours.member && !theirs.member
    const children = recursive && theirs.member ? noFields : subtract(ours.children, theirs.children, recursive)
    if (member === ours.member && children === ours.children) continue
    out ??= new Map(a)
    if (member || children.size > 0) out.set(element, { member, children })
    else out.delete(element)
  }
  if (out === undefined) return a
  return out.size === 0 ? noFields : out
}

function put(out: Map<PathElement, FieldNode>, element: PathElement, member: boolean, children: FieldSet): void {
  if (children.size > 0) out.set(element, { member, children })
  else if (member) out.set(element, leaf)
}

/** Whether every member of `b` is a member of `a` or of `more`. */
export function covers(a: FieldSet, b: FieldSet, more: FieldSet = noFields): boolean {
  for (const [element, { member, children }] of b) {
    const ours = a.get(element)
    const others = more.get(element)
    if (member && ours?.member !== true && others?.member !== true) return false
    if (children.size > 0 && !covers(ours?.children ?? noFields, children, others?.children)) return false
  }
  return true
}

/** Whether a member of `b` is a member of `a`. */
export function overlaps(a: FieldSet, b: FieldSet): boolean {
  for (const [element, theirs] of b) {
    const ours = a.get(element)
    if (ours === undefined) continue
    if ((ours.member && theirs.member) || overlaps(ours.children, theirs.children)) return true
  }
  return false
}

export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  if (a.size !== b.size) return false
  for (const [element, ours] of a) {
    const theirs = b.get(element)
    if (theirs === undefined || ours.member !== theirs.member || !equalSets(ours.children, theirs.children))
      return false
  }
  return true
}

/** The paths of all members in the order of messages: the members of a level before everything below it. */
export function* paths(set: FieldSet, prefix: FieldPath = []): Generator<FieldPath> {
  const elements = inOrder(set.keys())
  for (const element of elements) if (set.get(element)?.member === true) yield [...prefix, element]
  for (const element of elements) {
    const below = under(set, element)
    if (!isEmpty(below)) yield* paths(below, [...prefix, element])
  }
}

export const showPath = (path: FieldPath): string => path.map(showOwned).join('')

const printed = new WeakMap<FieldSet, JsonObject>()
const parsed = new WeakMap<JsonObject, FieldSet>()

/** The FieldsV1 form. Cached: the same set returns the same object. */
export function printFields(set: FieldSet): JsonObject {
  let out = printed.get(set)
  if (out === undefined) {
    const change = { rounds: false }
    out = printLevel(set, false, change)
    printed.set(set, out)
    if (!change.rounds) parsed.set(out, set)
  }
  return out
}

const nothingBelow: JsonObject = Object.freeze({})

/** @param change receives whether reading the form rounds a number of an element (`readElement`) */
function printLevel(set: FieldSet, isMember: boolean, change: { rounds: boolean }): JsonObject {
  const out: JsonObject = {}
  if (isMember) out['.'] = nothingBelow
  for (const element of inOrder(set.keys())) {
    const node = set.get(element) ?? leaf
    if (mayRound(element)) change.rounds = true
    out[element] = isEmpty(node.children) ? nothingBelow : printLevel(node.children, node.member, change)
  }
  return out
}

/**
 * Reads the FieldsV1 form. Elements of an unknown kind are dropped, as in the real server.
 * @throws Error for another form
 */
export function parseFields(fields: JsonObject): FieldSet {
  let set = parsed.get(fields)
  if (set === undefined) {
    set = parseLevel(fields).children
    parsed.set(fields, set)
  }
  return set
}

/** Objects have fewer levels; deeper sets would overflow the stack of some engines. */
const MAX_LEVELS = 1000

/** `{}` is a member without members below it. */
function parseLevel(fields: JsonObject, left = MAX_LEVELS): FieldNode {
  if (left === 0) throw new Error(`a set of fields has more than ${MAX_LEVELS} levels`)
  // A client may send any JSON here.
  if (!isObject(fields)) throw new Error('expect { at the start of a set of fields')
  const children = new Map<PathElement, FieldNode>()
  let member = false
  for (const [text, below] of Object.entries(fields)) {
    if (text === '.') {
      member = true
      continue
    }
    const element = readElement(text)
    if (element === undefined || below === undefined) continue
    if (below !== null && !isObject(below)) throw new Error(`expect { or n below ${text}`)
    const node = below === null ? leaf : parseLevel(below, left - 1)
    put(children, element, node.member, node.children)
  }
  return children.size === 0 ? leaf : { member, children }
}
