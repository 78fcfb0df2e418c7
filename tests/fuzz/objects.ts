import type { Json, JsonObject } from '../../worker/api/json.ts'
import type { ScalarSchema, Schema, StructSchema } from '../../worker/schema/schema.ts'
import type { Dice } from './dice.ts'
import { pickFrom } from './dice.ts'
import { QUANTITIES, TEXTS, TIMES } from './vocabulary.ts'

const NUMBERS = [0, 1, 2, 3, 80, 443, 8080, 65536, -1, 2147483647, 2147483648, -2147483649, 1.5, 1e100] as const
const ANYTHING: readonly Json[] = [
  null,
  true,
  0,
  -1,
  '',
  'a',
  [],
  {},
  [null],
  [[]],
  { a: null },
  { a: { b: [1] } },
  1e300,
]

const MAX_DEPTH = 9

/** An object that more or less follows a schema. */
export function objectOf(dice: Dice, schema: StructSchema, depth = 0): JsonObject {
  const object: JsonObject = {}
  const often = fieldChance(depth)
  for (const [name, field] of schema.fields) {
    const wanted = depth === 0 && (name === 'spec' || name === 'metadata') ? 0.95 : often
    if (dice.chance(wanted)) object[name] = valueOf(dice, field.schema, depth + 1)
  }
  if (dice.chance(0.02)) object[pickFrom(dice, TEXTS)] = pickFrom(dice, ANYTHING)
  return object
}

/** The chance that a field is present: fields of deep objects are rarer, so that objects stay small. */
function fieldChance(depth: number): number {
  if (depth < 2) return 0.5
  return depth > MAX_DEPTH ? 0 : 0.25
}

function valueOf(dice: Dice, schema: Schema, depth: number): Json {
  if (dice.chance(0.01)) return pickFrom(dice, ANYTHING)
  switch (schema.type) {
    case 'struct':
      return objectOf(dice, schema, depth)
    case 'list':
      return Array.from({ length: dice.below(3) }, () => valueOf(dice, schema.items, depth + 1))
    case 'map':
      return Object.fromEntries(
        Array.from({ length: dice.below(3) }, () => [pickFrom(dice, TEXTS), valueOf(dice, schema.values, depth + 1)]),
      )
    case 'untyped':
      return pickFrom(dice, ANYTHING)
    case 'scalar':
      return scalarOf(dice, schema)
  }
}

function scalarOf(dice: Dice, { kind, enum: choices = [] }: ScalarSchema): Json {
  switch (kind) {
    case 'string':
      return choices.length > 0 && dice.chance(0.9) ? pickFrom(dice, choices) : pickFrom(dice, TEXTS)
    case 'integer':
    case 'number':
      return dice.chance(0.9) ? dice.below(4) : pickFrom(dice, NUMBERS)
    case 'boolean':
      return dice.chance(0.5)
    case 'bytes':
      return pickFrom(dice, ['', 'aGk=', 'AA', '!!'])
    case 'time':
    case 'microtime':
      return pickFrom(dice, TIMES)
    case 'duration':
      return pickFrom(dice, ['0s', '1h', '-1s', 'x'])
    case 'quantity':
      return pickFrom(dice, QUANTITIES)
    case 'int-or-string':
      return dice.chance(0.5) ? pickFrom(dice, NUMBERS) : pickFrom(dice, TEXTS)
  }
}
