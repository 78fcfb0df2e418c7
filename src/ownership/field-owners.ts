import { numberOfText } from '../../worker/api/numbers.ts'
import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { FieldSet } from '../../worker/apply/field-set.ts'
import { isEmpty, parseFields } from '../../worker/apply/field-set.ts'
import type { PathElement } from '../../worker/apply/path-element.ts'
import type { FieldPath } from '../client/field-path.ts'

/** One entry of `metadata.managedFields`: manager, operation and time. */
export interface FieldOwner {
  /** The index among the field owners of the object, counted from 0. It selects the colour. */
  readonly index: number
  readonly manager: string
  readonly operation: string
  /** RFC 3339; empty when the entry has no time. */
  readonly time: string
  /** The subresource that the owner wrote; empty for the main resource. */
  readonly subresource: string
}

/** The field owners of an object. */
export interface FieldOwners {
  readonly all: readonly FieldOwner[]
  /** The owners of the field. Inside an atomic field, the owners of the atomic field. */
  at(path: FieldPath): readonly FieldOwner[]
}

interface Node {
  readonly owners: FieldOwner[]
  /** The owners of this field with all fields below it. */
  readonly whole: FieldOwner[]
  readonly children: Map<string | number, Node>
}

const emptyNode = (): Node => ({ owners: [], whole: [], children: new Map() })

/**
 * The owners of an object's fields, from its managedFields. Items of lists are found by their keys in the given object,
 * which the user may have edited.
 */
export function fieldOwners(object: Json, entries: readonly ManagedFieldsEntry[]): FieldOwners {
  const root = emptyNode()
  const all = entries.map(({ manager = '', operation = '', time = '', subresource = '' }, index): FieldOwner => ({
    index,
    manager,
    operation,
    time,
    subresource,
  }))
  for (const owner of all) {
    const fields = entries[owner.index]?.fieldsV1
    if (fields !== undefined) mark(root, parseFields(fields), object, owner)
  }
  return { all, at: (path) => ownersAt(root, path) }
}

function mark(node: Node, set: FieldSet, value: Json | undefined, owner: FieldOwner): void {
  for (const [element, { member, children }] of set) {
    const step = stepOf(element, value)
    if (step === undefined) continue
    let child = node.children.get(step)
    if (child === undefined) node.children.set(step, (child = emptyNode()))
    if (member) child.owners.push(owner)
    if (member && isEmpty(children)) child.whole.push(owner)
    mark(child, children, itemAt(value, step), owner)
  }
}

function itemAt(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isObject(value) ? value[step] : undefined
}

/** The key or list index of a path element; undefined for an item that does not exist. */
function stepOf(element: PathElement, value: Json | undefined): string | number | undefined {
  const rest = element.slice(2)
  const kind = element.charAt(0)
  if (kind === 'f') return rest
  if (kind === 'i') return numberOfText(rest)
  if (!Array.isArray(value)) return undefined
  const wanted = JSON.parse(rest) as Json
  const at =
    kind === 'v'
      ? value.findIndex((item) =>
          typeof item === 'bigint' ? String(item) === rest : JSON.stringify(item) === JSON.stringify(wanted),
        )
      : value.findIndex((item) => isObject(item) && isObject(wanted) && hasKeys(item, wanted))
  return at < 0 ? undefined : at
}

/** Whether an item has these keys. A key that the item omits matches any value, because only the server has its default. */
function hasKeys(item: Readonly<Record<string, Json | undefined>>, keys: Readonly<Record<string, Json | undefined>>) {
  return Object.entries(keys).every(([key, wanted]) => item[key] === undefined || item[key] === wanted)
}

function ownersAt(root: Node, path: FieldPath): readonly FieldOwner[] {
  let node: Node | undefined = root
  let around: readonly FieldOwner[] = []
  for (const step of path) {
    if (node.whole.length > 0) around = node.whole
    node = node.children.get(step)
    if (node === undefined) return around
  }
  return node.owners.length > 0 ? node.owners : around
}

/** The sign of an owner beside its colour: `A`, `B` and so on; after `Z` a number. */
export const ownerSign = ({ index }: FieldOwner): string =>
  index < 26 ? String.fromCharCode(65 + index) : String(index + 1)

/** The number of colours in design/tokens.css. When there are more owners, the colours repeat. */
const COLOURS = 6

export const ownerColour = ({ index }: FieldOwner): string => `var(--owner-${(index % COLOURS) + 1})`

const OPERATIONS: Readonly<Record<string, string>> = { Apply: 'applied', Update: 'updated' }

/** An owner as text: `kubectl, applied, 2024-05-01 10:00 UTC`. A subresource is included. */
export function describeOwner({ manager, operation, time, subresource }: FieldOwner): string {
  const when = time === '' ? [] : [time.replace('T', ' ').replace(/(:\d\d)?Z$/, ' UTC')]
  const how = `${OPERATIONS[operation] ?? operation}${subresource === '' ? '' : ` through ${subresource}`}`
  return [manager, how, ...when].join(', ')
}

/** The owners of a field as text. */
export function describeOwners(owners: readonly FieldOwner[]): string {
  if (owners.length === 0) return 'without a field owner'
  return `owned by ${owners.map((owner) => `${ownerSign(owner)} ${describeOwner(owner)}`).join('; ')}`
}
