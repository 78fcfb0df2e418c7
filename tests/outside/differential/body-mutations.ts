import { isMembers, type Members } from '../../conformance/json-path.ts'
import { type Dice, pickFrom } from '../../fuzz/dice.ts'
import type { ValuePool } from './value-pool.ts'

type Key = string | number

/** A place in a body: the container and the key in it. */
interface Place {
  readonly parent: Members | unknown[]
  readonly key: Key
  /** The name of the field; for an item of a list, the name of the list. */
  readonly name: string
}

const ODD: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1,
  2,
  65536,
  2147483648,
  9007199254740992,
  -2147483649,
  1.5,
  true,
  false,
  'x',
  'a-b',
  'Bad_Name!',
  'a/b',
  'a.b/c',
  '10',
  '0',
  '-1',
  '1.5',
  '100%',
  '10.0.0.1',
  '::1',
  '300.1.1.1',
  'true',
  [],
  {},
  [null],
  [''],
  ['a', 'a'],
  { a: 'b' },
  { '': '' },
  { a: null },
  'x'.repeat(64),
  'y'.repeat(254),
  '2024-01-01T00:00:00Z',
  '0.1',
  '1Gi',
  '1e3',
  '5m',
  'é',
  'a b',
  '-a',
  'A',
  'example.com',
  'example.com/x',
  '/',
  '../x',
  'kubernetes.io/x',
]

function placesOf(value: unknown, name = ''): Place[] {
  if (!isMembers(value)) return []
  if (Array.isArray(value)) return value.flatMap((item, key) => [{ parent: value, key, name }, ...placesOf(item, name)])
  return Object.entries(value).flatMap(([key, member]) => [{ parent: value, key, name: key }, ...placesOf(member, key)])
}

const write = ({ parent, key }: Place, value: unknown): void => void ((parent as Record<Key, unknown>)[key] = value)
const read = ({ parent, key }: Place): unknown => (parent as Record<Key, unknown>)[key]

function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}

/** Each mutation changes the body at one place and returns a description of the change. */
const CHANGES: readonly ((dice: Dice, place: Place, pool: ValuePool) => string)[] = [
  (dice, place) => {
    const value = pickFrom(dice, ODD)
    write(place, structuredClone(value))
    return `=${JSON.stringify(value).slice(0, 30)}`
  },
  (dice, place, pool) => {
    const value = structuredClone(pickFrom(dice, pool.get(place.name) ?? ODD))
    write(place, value)
    return `=pool ${JSON.stringify(value).slice(0, 60)}`
  },
  (_dice, place) => {
    remove(place)
    return ' removed'
  },
  (_dice, place) => {
    const value = read(place)
    if (Array.isArray(value) && value.length > 0) value.push(structuredClone(value[0]))
    else if (typeof value === 'string') write(place, `${value}x`)
    else if (typeof value === 'number') write(place, value + 1)
    else if (isMembers(value)) value['odd'] = 'x'
    else write(place, {})
    return ' grown'
  },
  (dice, place, pool) => {
    const value = read(place)
    const names = [...pool.keys()]
    const name = pickFrom(dice, names)
    if (!isMembers(value) || Array.isArray(value)) return CHANGES[1]!(dice, place, pool)
    value[name] = structuredClone(pickFrom(dice, pool.get(name) ?? [null]))
    return `+${name}`
  },
]

/** A changed copy of a body, and a description of the change; undefined when the body has no fields. */
export function changedBody(dice: Dice, body: unknown, pool: ValuePool): { body: unknown; what: string } | undefined {
  const copy = structuredClone(body)
  const places = placesOf(copy)
  if (places.length === 0) return undefined
  const place = pickFrom(dice, places)
  const what = pickFrom(dice, CHANGES)(dice, place, pool)
  return { body: copy, what: `${place.name}${what}` }
}
