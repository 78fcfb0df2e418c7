import { type Dice, pickFrom } from '../../../fuzz/dice.ts'

type Members = Record<string, unknown>

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']
const ODD_TYPES = ['null', '', 'int', 'String', 'file']
const FORMATS = [
  'date', 'date-time', 'duration', 'byte', 'int32', 'int64', 'float', 'double', 'password', 'uuid', 'uuid3', 'uuid4',
  'uuid5', 'uri', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'mac', 'isbn', 'isbn10', 'isbn13', 'creditcard', 'ssn',
  'hexcolor', 'rgbcolor', 'bsonobjectid', 'datetime', 'unknown', 'int-or-string',
] // prettier-ignore
const VALUES: readonly unknown[] = [
  null, true, false, 0, 1, -1, 1.5, 2147483648, 9007199254740993n, 1e300, '', 'a', 'ab', 'x y', '1', '2024-01-01',
  '2024-01-01T00:00:00Z', '1h', 'YQ==', '10.0.0.1', '::1', '10.0.0.0/8', 'a@b.c', 'http://a.b/c', '#fff',
  'rgb(1,2,3)', '123-45-6789', '00:00:5e:00:53:01', '978-3-16-148410-0', '4111111111111111',
  '123e4567-e89b-42d3-a456-426614174000', '507f1f77bcf86cd799439011', [], [1], ['a'], ['a', 'a'], [null], [[]], {},
  { a: 1 }, { a: 'x' }, { b: null }, { c: {} }, { a: [] }, [{ a: 1 }], [{ a: 'x' }, { a: 'x' }],
].map((value) => (typeof value === 'bigint' ? Number(value) : value)) // prettier-ignore
const NAMES = ['a', 'b', 'c']

/** Makes a keyword with its value, for any type of schema. */
type Keyword = (roll: Dice, depth: number) => Members
const number = (roll: Dice): unknown => pickFrom(roll, [0, 1, 2, 5, -1, 1.5, 1e20, '1'])
const size = (roll: Dice): unknown => pickFrom(roll, [0, 1, 2, 3, -1, 1.5])
const RULES = ['true', 'self == oldSelf', 'self.a == 1', 'has(self.a)', 'size(self) < 3', 'self', '', 'self.x', '1']

const KEYWORDS: readonly Keyword[] = [
  (roll) => ({ format: pickFrom(roll, FORMATS) }),
  (roll) => ({ minimum: number(roll), ...(roll.chance(0.3) && { exclusiveMinimum: roll.chance(0.8) }) }),
  (roll) => ({ maximum: number(roll), ...(roll.chance(0.3) && { exclusiveMaximum: roll.chance(0.8) }) }),
  (roll) => ({ multipleOf: number(roll) }),
  (roll) => ({ minLength: size(roll), maxLength: size(roll) }),
  (roll) => ({ pattern: pickFrom(roll, ['^a', '[', '(?=a)', '', 'a{2,1}', '\\d+']) }),
  (roll) => ({ enum: pickFrom<unknown>(roll, [[], ['a'], ['a', 'a'], [1, '1'], [null], 'a', [{ a: 1 }]]) }),
  (roll) => ({ minItems: size(roll), maxItems: size(roll) }),
  (roll) => ({ uniqueItems: roll.chance(0.5) }),
  (roll, depth) => ({ items: roll.chance(0.9) ? randomSchema(roll, depth - 1) : [randomSchema(roll, depth - 1)] }),
  (roll, depth) => ({ additionalProperties: pickFrom<unknown>(roll, [true, false, randomSchema(roll, depth - 1)]) }),
  (roll, depth) => ({ properties: { [pickFrom(roll, NAMES)]: randomSchema(roll, depth - 1) } }),
  (roll) => ({ required: pickFrom<unknown>(roll, [['a'], ['a', 'a'], ['x'], [], ['']]) }),
  (roll) => ({ minProperties: size(roll), maxProperties: size(roll) }),
  (roll) => ({ default: pickFrom(roll, VALUES) }),
  (roll) => ({ nullable: roll.chance(0.8) }),
  (roll) => ({ 'x-kubernetes-preserve-unknown-fields': roll.chance(0.8) }),
  () => ({ 'x-kubernetes-embedded-resource': true }),
  () => ({ 'x-kubernetes-int-or-string': true }),
  () => ({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
  (roll) => ({ 'x-kubernetes-list-type': pickFrom(roll, ['atomic', 'set', 'map', '', 'x']) }),
  (roll) => ({ 'x-kubernetes-list-map-keys': pickFrom<unknown>(roll, [['a'], [], ['a', 'a'], ['x'], ['a', 'b']]) }),
  (roll) => ({ 'x-kubernetes-map-type': pickFrom(roll, ['atomic', 'granular', '', 'x']) }),
  (roll) => ({
    'x-kubernetes-validations': [
      {
        rule: pickFrom(roll, RULES),
        ...(roll.chance(0.3) && { message: pickFrom(roll, ['m', '', 'a\nb', ' ']) }),
        ...(roll.chance(0.2) && { reason: pickFrom(roll, ['FieldValueInvalid', 'x', 'FieldValueDuplicate']) }),
        ...(roll.chance(0.2) && { fieldPath: pickFrom(roll, ['.a', '.x', 'a', '']) }),
        ...(roll.chance(0.2) && { messageExpression: pickFrom(roll, ['"m"', '1', 'self.x', '']) }),
        ...(roll.chance(0.2) && { optionalOldSelf: true }),
      },
    ],
  }),
  (roll) => ({ title: pickFrom<unknown>(roll, ['t', '', 1]), description: 'd' }),
  (roll) => ({ example: pickFrom(roll, VALUES) }),
  () => ({ externalDocs: { url: 'u', description: 'd' } }),
  () => ({ id: 'x' }),
  () => ({ $ref: '#/definitions/a' }),
  () => ({ $schema: 'x' }),
  (roll, depth) => ({ definitions: { a: randomSchema(roll, depth - 1) } }),
  () => ({ dependencies: { a: ['b'] } }),
  (roll, depth) => ({ patternProperties: { '^a': randomSchema(roll, depth - 1) } }),
  (roll, depth) => ({ allOf: [randomSchema(roll, depth - 1)] }),
  (roll, depth) => ({ anyOf: [randomSchema(roll, depth - 1), { required: ['a'] }] }),
  (roll, depth) => ({ oneOf: [{ properties: { a: randomSchema(roll, depth - 1) } }] }),
  (roll, depth) => ({ not: randomSchema(roll, depth - 1) }),
  (roll, depth) => ({ additionalItems: randomSchema(roll, depth - 1) }),
  () => ({ bogus: 1 }),
]

/** A schema with any keywords at any place. */
export function randomSchema(roll: Dice, depth: number): Members {
  const type = roll.chance(0.93) ? pickFrom(roll, TYPES) : pickFrom(roll, ODD_TYPES)
  const schema: Members = roll.chance(0.92) ? { type } : {}
  if (depth <= 0) return roll.chance(0.7) ? schema : { ...schema, ...pickFrom(roll, KEYWORDS)(roll, 0) }
  if (type === 'object' && roll.chance(0.8)) schema['properties'] = { a: randomSchema(roll, depth - 1) }
  if (type === 'array' && roll.chance(0.85)) schema['items'] = randomSchema(roll, depth - 1)
  for (let more = roll.below(3); more > 0; more--) Object.assign(schema, pickFrom(roll, KEYWORDS)(roll, depth))
  return schema
}

const some = (roll: Dice, share: number, members: Members): Members => (roll.chance(share) ? members : {})

/** The rules of one type that the real server accepts. */
const SOUND: Readonly<Record<string, (roll: Dice, depth: number) => Members>> = {
  object: (roll, depth) => ({
    properties: Object.fromEntries(
      NAMES.slice(0, 1 + roll.below(3)).map((name) => [name, soundSchema(roll, depth - 1)]),
    ),
    ...some(roll, 0.3, { required: ['a'] }),
    ...some(roll, 0.15, { minProperties: 1 }),
    ...some(roll, 0.15, { maxProperties: 1 }),
    ...some(roll, 0.2, { 'x-kubernetes-preserve-unknown-fields': true }),
    ...some(roll, 0.15, { 'x-kubernetes-map-type': pickFrom(roll, ['atomic', 'granular']) }),
    ...some(roll, 0.15, { 'x-kubernetes-validations': [{ rule: 'has(self.a)', message: 'a is needed' }] }),
    ...some(roll, 0.1, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ...some(roll, 0.1, { not: { required: ['c'] } }),
  }),
  map: (roll, depth) => ({
    type: 'object',
    additionalProperties: soundSchema(roll, depth - 1),
    ...some(roll, 0.2, { maxProperties: 1 }),
  }),
  array: (roll, depth) => ({
    items: soundSchema(roll, depth - 1),
    ...some(roll, 0.2, { minItems: 1 }),
    ...some(roll, 0.2, { maxItems: 1 }),
    ...some(roll, 0.2, { 'x-kubernetes-list-type': 'atomic' }),
  }),
  keyed: (roll) => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
    items: {
      type: 'object',
      required: ['a'],
      properties: { a: { type: pickFrom(roll, ['string', 'integer']) }, b: soundSchema(roll, 0) },
    },
  }),
  set: (roll) => ({
    type: 'array',
    'x-kubernetes-list-type': 'set',
    items: { type: pickFrom(roll, ['string', 'integer', 'number', 'boolean']) },
  }),
  string: (roll) => ({
    ...some(roll, 0.4, { format: pickFrom(roll, FORMATS.slice(0, -2)) }),
    ...some(roll, 0.2, { pattern: '^[a-z]' }),
    ...some(roll, 0.2, { minLength: 1 }),
    ...some(roll, 0.2, { maxLength: 2 }),
    ...some(roll, 0.2, { enum: ['a', 'b', ''] }),
    ...some(roll, 0.2, { default: 'a' }),
  }),
  integer: (roll) => ({
    ...some(roll, 0.3, { format: pickFrom(roll, ['int32', 'int64']) }),
    ...some(roll, 0.3, { minimum: 1, exclusiveMinimum: roll.chance(0.3) }),
    ...some(roll, 0.3, { maximum: 5.5, exclusiveMaximum: roll.chance(0.3) }),
    ...some(roll, 0.2, { multipleOf: 2 }),
    ...some(roll, 0.2, { enum: [1, 2] }),
    ...some(roll, 0.2, { default: 2 }),
  }),
  number: (roll) => ({
    ...some(roll, 0.3, { format: pickFrom(roll, ['float', 'double']) }),
    ...some(roll, 0.3, { minimum: -0.5 }),
    ...some(roll, 0.2, { multipleOf: 0.5 }),
    ...some(roll, 0.2, { default: 1.5 }),
  }),
  boolean: (roll) => some(roll, 0.3, { default: true }),
  either: () => ({ type: undefined, 'x-kubernetes-int-or-string': true }),
  any: () => ({ type: undefined, 'x-kubernetes-preserve-unknown-fields': true }),
  embedded: () => ({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }),
}
const FLAT = ['string', 'integer', 'number', 'boolean', 'either', 'set']

/** A schema that the real server accepts, except for a rare value. */
export function soundSchema(roll: Dice, depth: number): Members {
  const kind = depth >= 3 ? 'object' : pickFrom(roll, depth > 0 ? Object.keys(SOUND) : FLAT)
  return { type: kind, ...SOUND[kind]?.(roll, depth), ...some(roll, 0.2, { nullable: true }) }
}

/** A value that mostly fits a schema; `wrong` is the share of values that need not fit. */
export function randomValue(roll: Dice, schema: Members, wrong = 0.2): unknown {
  if (roll.chance(wrong)) return pickFrom(roll, VALUES)
  const { type, properties, items, additionalProperties } = schema as Record<string, Members | undefined> & {
    type?: string
  }
  if (type === 'object') {
    const names = Object.entries((properties ?? {}) as Record<string, Members>).filter(() => roll.chance(0.8))
    const own = names.map(([name, part]) => [name, randomValue(roll, part, wrong)] as const)
    const extra = additionalProperties ? [['k', randomValue(roll, additionalProperties, wrong)] as const] : []
    const unknown = roll.chance(wrong / 2) ? [['unknown', pickFrom(roll, VALUES)] as const] : []
    return Object.fromEntries([...own, ...extra, ...unknown])
  }
  if (type === 'array') return Array.from({ length: roll.below(3) }, () => randomValue(roll, items ?? {}, wrong))
  if (type === 'integer') return pickFrom(roll, [1, 2, 3, 4])
  if (type === 'number') return pickFrom(roll, [1, 1.5, 2])
  if (type === 'boolean') return roll.chance(0.5)
  if (type === 'string') return pickFrom(roll, ['a', 'b', ...VALUES.filter((value) => typeof value === 'string')])
  return pickFrom<unknown>(roll, [1, 'a', '10%'])
}
