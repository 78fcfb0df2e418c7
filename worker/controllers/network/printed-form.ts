import { md5 } from '@noble/hashes/legacy.js'
import { compareText } from '../../api/byte-order.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { objectOrEmpty } from '../../api/json.ts'
import { toHex } from '../../runtime/bytes.ts'

/** A Go type of the real manager, with the details that its printed form needs. */
interface PrintedType {
  readonly name: string
  /** The fields in the order of their declaration, each with its name in Go, its JSON key and its type. */
  readonly fields?: readonly (readonly [name: string, key: string, type: PrintedType])[]
  readonly element?: PrintedType
  /** The printed form of a missing value; by default Go's zero value is printed. */
  readonly missing?: string
}

const text: PrintedType = { name: 'string', missing: '' }
const number: PrintedType = { name: 'int32', missing: '0' }
const protocol: PrintedType = { name: 'v1.Protocol', missing: '' }
const pointer = ({ name, fields }: PrintedType): PrintedType => ({
  name: `*${name}`,
  missing: '<nil>',
  ...(fields && { fields }),
})
const list = (element: PrintedType): PrintedType => ({ name: `[]${element.name}`, missing: '<nil>', element })

/** A port of the group `discovery`. */
const SLICE_PORT: PrintedType = {
  name: 'v1.EndpointPort',
  fields: [
    ['Name', 'name', pointer(text)],
    ['Protocol', 'protocol', pointer(protocol)],
    ['Port', 'port', pointer(number)],
    ['AppProtocol', 'appProtocol', pointer(text)],
  ],
}

const PORT: PrintedType = {
  name: 'v1.EndpointPort',
  fields: [
    ['Name', 'name', text],
    ['Port', 'port', number],
    ['Protocol', 'protocol', protocol],
    ['AppProtocol', 'appProtocol', pointer(text)],
  ],
}

const REFERENCE: PrintedType = {
  name: 'v1.ObjectReference',
  fields: [
    ['Kind', 'kind', text],
    ['Namespace', 'namespace', text],
    ['Name', 'name', text],
    ['UID', 'uid', { name: 'types.UID', missing: '' }],
    ['APIVersion', 'apiVersion', text],
    ['ResourceVersion', 'resourceVersion', text],
    ['FieldPath', 'fieldPath', text],
  ],
}

const ADDRESS: PrintedType = {
  name: 'v1.EndpointAddress',
  fields: [
    ['IP', 'ip', text],
    ['Hostname', 'hostname', text],
    ['NodeName', 'nodeName', pointer(text)],
    ['TargetRef', 'targetRef', pointer(REFERENCE)],
  ],
}

const SUBSET: PrintedType = {
  name: 'v1.EndpointSubset',
  fields: [
    ['Addresses', 'addresses', list(ADDRESS)],
    ['NotReadyAddresses', 'notReadyAddresses', list(ADDRESS)],
    ['Ports', 'ports', list(PORT)],
  ],
}

function printed(type: PrintedType, value: Json | undefined): string {
  const { fields, element, missing } = type
  if (value === undefined && missing !== undefined) return missing
  if (element !== undefined) {
    const items = Array.isArray(value) ? value : []
    return `[${items.map((item) => printed(element, item)).join(' ')}]`
  }
  if (fields === undefined) return String(value)
  const object = objectOrEmpty(value)
  return `{${fields.map(([name, key, of]) => `${name}:(${of.name})${printed(of, object[key])}`).join(' ')}}`
}

const digestOf = (text: string): string => toHex(md5(new TextEncoder().encode(text)))

/** Sorts, as the real controller does, by a hash of the printed Go value: the order is arbitrary but stable. */
const byHash =
  (type: PrintedType) =>
  <Item extends JsonObject>(items: readonly Item[]): Item[] => {
    if (items.length < 2) return [...items]
    const hashed = items.map((item) => ({ item, hash: digestOf(`(${type.name})${printed(type, item)}`) }))
    return hashed.sort((a, b) => compareText(a.hash, b.hash)).map(({ item }) => item)
  }

export const slicePortsInOrder = byHash(SLICE_PORT)
export const portsInOrder = byHash(PORT)
export const subsetsInOrder = byHash(SUBSET)
