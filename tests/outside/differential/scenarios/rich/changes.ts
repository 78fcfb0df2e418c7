import { type Dice, pickFrom } from '../../../../fuzz/dice.ts'

type Members = Record<string, unknown>
export type Path = readonly (string | number)[]

const LONG = 'x'.repeat(300)
const TEXTS = ['', 'other', 'A_b', 'a b', 'a.example.com/b', '/', '../x', '10.0.0.300', '::1', LONG, '-a', '*', '1Gi', 'x-{}', 'Always', 'None'] // prettier-ignore
const NUMBERS = [0, 1, -1, 2, 65536, 2147483647, 3600, 100]

/** Every place within a value, each as its path. */
export function* placesOf(value: unknown, at: Path): Iterable<Path> {
  if (at.length > 0) yield at
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* placesOf(item, [...at, i])
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* placesOf(item, [...at, name])
}

export const valueAtPlace = (object: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (value as Members | undefined)?.[name], object)

/** A copy with another value; undefined removes the place. */
function withValue(object: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(object) as Members
  const parent = valueAtPlace(copy, path.slice(0, -1)) as Members | unknown[]
  const last = path.at(-1) as string
  if (value !== undefined) (parent as Members)[last] = value
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}

function changedValue(roll: Dice, value: unknown, places: readonly unknown[]): unknown {
  if (roll.chance(0.15)) return undefined
  if (roll.chance(0.1)) return structuredClone(pickFrom(roll, places))
  if (typeof value === 'string') return pickFrom(roll, TEXTS)
  if (typeof value === 'number') return pickFrom(roll, NUMBERS)
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return pickFrom(roll, [[], [...value, ...value.slice(0, 1)], [...value].reverse(), value.slice(1), [...value, {}], [...value, '']]) // prettier-ignore
  const members = value as Members
  return pickFrom(roll, [{}, null, { ...members, extra: 'x' }, { ...members, 'a b': '1' }, { ...members, '': '' }])
}

/** A copy of an object with one or two changed places outside of its metadata. */
export function changedObject(roll: Dice, object: Members): Members {
  let copy = object
  for (let changes = roll.pick([1, 1, 1, 2]); changes > 0; changes--) {
    const { metadata: _metadata, ...content } = copy
    const all = [...placesOf(content, [])]
    if (all.length === 0) return copy
    const path = pickFrom(roll, all)
    const value = changedValue(roll, valueAtPlace(copy, path), all.map((one) => valueAtPlace(copy, one))) // prettier-ignore
    copy = withValue(copy, path, value) as Members
  }
  return copy
}
