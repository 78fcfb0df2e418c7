import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { get, patch, post, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'r.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 5003
const PER_CASE = 40

/** Members of a schema with rules, by name; rules compare them with each other and with literals. */
const PARTS: Readonly<Record<string, Members>> = {
  n: { type: 'integer' },
  f: { type: 'number' },
  s: { type: 'string', maxLength: 20 },
  long: { type: 'string' },
  b: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  bytes: { type: 'string', format: 'byte' },
  span: { type: 'string', format: 'duration' },
  either: { 'x-kubernetes-int-or-string': true },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { k: { type: 'integer' } } },
  map: { type: 'object', maxProperties: 5, additionalProperties: { type: 'integer' } },
  free: { type: 'object', additionalProperties: { type: 'string' } },
  list: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5 } },
  wide: { type: 'array', items: { type: 'string' } },
  objects: { type: 'array', maxItems: 5, items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } } },
  set: { type: 'array', maxItems: 5, 'x-kubernetes-list-type': 'set', items: { type: 'string', maxLength: 5 } },
  keyed: { type: 'array', maxItems: 5, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: { type: 'object', required: ['k'], properties: { k: { type: 'string', maxLength: 5 }, v: { type: 'integer' } } } },
  embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  nil: { type: 'string', nullable: true },
  enum: { type: 'string', enum: ['a', 'b'] },
  'a-b': { type: 'string' },
  namespace: { type: 'string' },
} // prettier-ignore

/** Places below `self` on the object, and literals. */
const PLACES = ['n', 'f', 's', 'long', 'b', 'time', 'date', 'bytes', 'span', 'either', 'any', 'open', 'open.k', 'map', 'map.k', 'free', 'list', 'list[0]', 'wide', 'objects', 'objects[0].k', 'objects[0].v', 'set', 'keyed', 'keyed[0].v', 'embedded', 'embedded.kind', 'embedded.metadata.name', 'nil', 'enum', 'a__dash__b', '__namespace__', 'nope', 'metadata'] // prettier-ignore
const LITERALS = ['1', "'a'", '1.5', 'true', 'null', "b'a'", "['a']", "{'k': 1}", "duration('1s')", "timestamp('2020-01-01T00:00:00Z')", "'b'", '-1', '0'] // prettier-ignore
const SHAPES: readonly ((at: string, literal: string) => string)[] = [
  (at, literal) => `${at} == ${literal}`,
  (at, literal) => `${at} != ${literal}`,
  (at, literal) => `${at} > ${literal}`,
  (at, literal) => `${literal} in ${at}`,
  (at) => `has(${at})`,
  (at, literal) => `!has(${at}) || ${at} == ${literal}`,
  (at) => `${at}.all(x, x == 'a')`,
  (at) => `${at}.all(x, ${at}.exists_one(y, y == x))`,
  (at) => `${at}.all(x, x.all(y, y != ''))`,
  (at) => `${at}.exists(x, x.k == 'a')`,
  (at) => `${at}.map(x, x.v).sum() > 1`,
  (at) => `${at}.filter(x, x > 1).size() == 0`,
  (at) => `size(${at}) < 2`,
  (at) => `${at}.startsWith('a')`,
  (at) => `${at}.matches('^a+$')`,
  (at) => `${at}.contains(${at})`,
  (at) => `${at}.split(',').size() == 1`,
  (at) => `${at}.find('[0-9]') == ''`,
  (at) => `${at}.lowerAscii() == ${at}`,
  (at) => `string(${at}) == 'a'`,
  (at) => `int(${at}) == 1`,
  (at) => `type(${at}) == string ? ${at} == 'a' : ${at} == 1`,
  (at) => `${at}.?k.orValue(1) == 1`,
  (at) => `${at}.getFullYear() == 2020`,
  (at) => `${at}.isSorted()`,
  (at) => `${at} == oldSelf.nope`,
  (at) => at,
  (at) => `!${at}`,
  (at) => `quantity(${at}).isInteger()`,
  (at) => `isURL(${at}) && url(${at}).getHost() == 'a'`,
  (at) => `${at}.indexOf('a') == 0 && ${at}.min() == ''`,
  (at) => `${at} + ${at} == ${at}`,
]
const OLD: readonly ((at: string) => string)[] = [
  (at) => `self == oldSelf || '${at}' == ''`,
  (at) => `self.${at} == oldSelf.${at}`,
  (at) => `self.${at} >= oldSelf.${at}`,
  (at) => `oldSelf.${at}.all(x, x in self.${at})`,
  (at) => `oldSelf.hasValue() ? self.${at} == oldSelf.value().${at} : true`,
  (at) => `oldSelf.orValue({}) == self && '${at}' != ''`,
  (at) => `!oldSelf.?${at}.hasValue()`,
]
const MESSAGES = ['m', '', ' ', 'a\nb', 'm'.repeat(50)]
const MESSAGE_EXPRESSIONS = ["'n is ' + string(self.n)", 'self.s', "''", "' '", "'a\\nb'", '1', 'self.nope', "'x' + string(1 / 0)", 'self.', "self.long + 'x'", "string(self)", 'oldSelf.s', "self.list.join(',')", "'ä'"] // prettier-ignore
const FIELD_PATHS = ['.n', '.s', '.map.k', ".map['k']", '.list', '.list[0]', '.nope', 'n', '.', '', ' .n', '.objects.k', ".a-b", "['a-b']", ".open.x", '.keyed[0].v', ".namespace", '.n ', ".open['k']", '.n.x'] // prettier-ignore
const REASONS = ['FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate', 'FieldValueInvalid', 'x', ''] // prettier-ignore

const some = (roll: Dice, chance: number, members: () => Members): Members => (roll.chance(chance) ? members() : {})

const expression = (roll: Dice, self: string): string => {
  const at = (): string => (roll.chance(0.95) ? `${self}.${pickFrom(roll, PLACES)}` : self)
  if (roll.chance(0.12)) return pickFrom(roll, OLD)(pickFrom(roll, PLACES))
  const one = pickFrom(roll, SHAPES)(at(), roll.chance(0.8) ? pickFrom(roll, LITERALS) : at())
  return roll.chance(0.2) ? `${one} ${pickFrom(roll, ['&&', '||', '==', '\n  &&'])} ${pickFrom(roll, SHAPES)(at(), '1')}` : one
} // prettier-ignore

const rule = (roll: Dice): Members => ({
  rule: expression(roll, 'self'),
  ...some(roll, 0.3, () => ({ message: pickFrom(roll, MESSAGES) })),
  ...some(roll, 0.3, () => ({ messageExpression: pickFrom(roll, MESSAGE_EXPRESSIONS) })),
  ...some(roll, 0.25, () => ({ reason: pickFrom(roll, REASONS) })),
  ...some(roll, 0.3, () => ({ fieldPath: pickFrom(roll, FIELD_PATHS) })),
  ...some(roll, 0.1, () => ({ optionalOldSelf: roll.chance(0.7) })),
})

/** Rules of single values. */
const VALUE_RULES = ['self == oldSelf', "self != ''", 'self > 1', 'size(self) < 3', "self == 'a'", 'self.all(x, x != null)', 'self', 'has(self.k)', 'self.k == 1', "self.matches('[')", "self.startsWith('a')", 'self.exists(x, self.exists(y, x == y))', 'true', 'false', '', ' ', '1', 'self.isSorted()', 'self.map(x, x + x).size() > 0', 'oldSelf.optMap(x, x == self).orValue(true)', 'self.metadata.name == \'a\'', 'int(self) > 1', 'duration(self) > duration(\'1s\')'] // prettier-ignore

function randomSchema(roll: Dice, count: number): Members {
  const parts = Object.entries(PARTS).map(([name, part]): [string, Members] => {
    const rules = roll.chance(0.08) ? [{ rule: pickFrom(roll, VALUE_RULES), ...some(roll, 0.3, () => ({ message: pickFrom(roll, MESSAGES) })), ...some(roll, 0.2, () => ({ messageExpression: "string(self) + '!'" })), ...some(roll, 0.2, () => ({ fieldPath: pickFrom(roll, ['.k', '.x'])})) }] : undefined // prettier-ignore
    return [name, rules === undefined ? part : { ...part, 'x-kubernetes-validations': rules }]
  })
  const spec = {
    type: 'object',
    properties: Object.fromEntries(parts),
    ...some(roll, 0.1, () => ({ required: ['n'] })),
    'x-kubernetes-validations': Array.from({ length: count }, () => rule(roll)),
  }
  const nested = roll.chance(0.15)
    ? { type: 'array', ...some(roll, 0.6, () => ({ maxItems: 100 })), items: spec }
    : spec
  return {
    type: 'object',
    properties: { spec: nested },
    ...some(roll, 0.2, () => ({ 'x-kubernetes-validations': [{ rule: pickFrom(roll, ["self.metadata.name == 'a'", 'self.metadata.labels.size() > 0', "self.kind != ''", 'self.spec.n == 1', 'has(self.status)', "self.metadata.generateName == ''", 'self.metadata.nope']) }] })),
  } // prettier-ignore
}

const definition = (plural: string, schema: Members): Members => ({
  metadata: { name: `${plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural, kind: `K${plural}` },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
    ],
  },
})

/** Definitions whose rules are compiled and priced. */
const compiled = (seed: number, at: number): Case => {
  const roll = dice(seed * SEED_FACTOR + at)
  return scenario(
    'cel',
    `rules-compiled-${at}`,
    Array.from({ length: PER_CASE }, () =>
      post(`${DEFINITIONS}?dryRun=All`, definition('as', randomSchema(roll, 1 + roll.below(3))), { only: ['message', 'details', 'reason', 'kind'] }),
    ),
  ) // prettier-ignore
}

/** Rules that compile; each object breaks some. */
const SOUND_RULES: readonly Members[] = [
  { rule: 'self.n > 1' },
  { rule: 'self.n > 1', message: 'n is small', reason: 'FieldValueForbidden', fieldPath: '.n' },
  { rule: "self.s == 'a'", messageExpression: "'s is ' + self.s", reason: 'FieldValueRequired', fieldPath: '.s' },
  { rule: "self.s != 'bad'", messageExpression: "self.s + string(1 / self.n)", message: 'other' },
  { rule: 'self.map.all(k, self.map[k] > 1)', fieldPath: ".map['k']", reason: 'FieldValueDuplicate' },
  { rule: 'self.list.size() == self.set.size()', message: 'sizes' },
  { rule: "self.time > timestamp('2020-01-01T00:00:00Z')" },
  { rule: "self.span < duration('1h')", messageExpression: "'span ' + string(self.span)" },
  { rule: "self.either == 1 || self.either == 'a'" },
  { rule: "self.bytes == b'a'" },
  { rule: 'self.open.k == 1' },
  { rule: "self.embedded.kind == 'Pod' && self.embedded.metadata.name == 'a'" },
  { rule: "self.keyed.all(x, x.v > 1)", fieldPath: '.keyed' },
  { rule: 'self.n == oldSelf.n' },
  { rule: 'self.n >= oldSelf.n', messageExpression: "'from ' + string(oldSelf.n)" },
  { rule: 'oldSelf.hasValue() ? self.s == oldSelf.value().s : true', optionalOldSelf: true },
  { rule: 'oldSelf.optMap(o, o.n < self.n).orValue(self.n == 1)', optionalOldSelf: true, messageExpression: "oldSelf.hasValue() ? 'had' : 'had not'" },
  { rule: 'self.f / self.f == 1.0' },
  { rule: '10 / self.n > 1' },
  { rule: "self.list[1] == 'b'" },
  { rule: 'self.map.k == 1' },
  { rule: 'has(self.nil) && self.nil != null' },
  { rule: "self.date.getFullYear() == 2020" },
  { rule: "self.enum == 'a'", messageExpression: "''" },
  { rule: "self.a__dash__b == self.__namespace__", fieldPath: ".namespace" },
  { rule: "self.set == ['b', 'a']" },
  { rule: "self.free.exists(k, self.free[k] == k)" },
  { rule: "self.list.map(x, x + x).join(',') != ''", messageExpression: "self.list.join(' ')" },
] // prettier-ignore
const VALUES: readonly Members[] = [
  {},
  { n: 1, f: 1.5, s: 'a', b: true },
  { n: 0, f: 0, s: 'bad', map: { k: 1 }, list: ['a'], set: ['a', 'b'] },
  { n: 5, f: 2, s: 'b', map: { k: 2, l: 0 }, list: ['a', 'b'], set: [], time: '2019-01-01T00:00:00Z', span: '2h' },
  { n: 2, time: '2021-01-01T00:00:00.5+02:00', span: '1m', either: 1, bytes: 'YQ==', open: { k: 1, x: 2 }, date: '2020-05-05' },
  { n: 2, either: 'a', bytes: 'Yg==', open: { x: 2 }, date: '2021-05-05', embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } },
  { keyed: [{ k: 'a', v: 1 }, { k: 'b', v: 2 }], nil: null, enum: 'a', 'a-b': 'x', namespace: 'x', free: { a: 'b', c: 'c' } },
  { keyed: [{ k: 'a' }], nil: 'x', enum: 'b', 'a-b': 'x', namespace: 'y', free: {}, embedded: { apiVersion: 'v1', kind: 'Job', metadata: {} } },
  { n: 'x', s: 5, map: { k: 'x' }, list: 'x' },
  { list: ['a', 'b', 'c', 'd', 'e', 'f'], s: 's'.repeat(30), set: ['a', 'a'], time: 'x' },
  { n: -9007199254740991, f: 1e300, either: '10%', set: ['a', 'b'] },
] // prettier-ignore

function broken(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR - at - 1)
  const plural = `b${at}s`
  const rules = Array.from({ length: 3 + roll.below(6) }, () => pickFrom(roll, SOUND_RULES)).filter((one, i, all) => all.indexOf(one) === i) // prettier-ignore
  const spec = { type: 'object', properties: PARTS, 'x-kubernetes-validations': rules }
  const isList = at % 4 === 3
  const part = isList ? { type: 'array', maxItems: 3, items: spec, ...(at % 8 === 7 && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['s'] }) } : spec // prettier-ignore
  if (at % 8 === 7) Object.assign(spec, { required: ['s'] })
  const collection = `/apis/${GROUP}/v1/namespaces/\${ns}/${plural}`
  const object = (name: string, value: Members): Members => ({
    apiVersion: `${GROUP}/v1`,
    kind: `K${plural}`,
    metadata: { name },
    spec: isList ? [{ s: 'q', n: 3 }, value] : value,
  })
  const steps = VALUES.flatMap((value, i): Step[] => [
    post(`${collection}?dryRun=All`, object('a', value)),
    patch(`${collection}/o?dryRun=All`, { spec: isList ? [value] : value }),
    patch(`${collection}/o?dryRun=All&fieldManager=m&force=true`, object('o', value), { type: 'apply' }),
    ...(i % 3 === 0 ? [patch(`${collection}/o/status`, { status: { a: i } })] : []),
  ])
  const fine = {
    type: 'object',
    properties: { spec: { ...part, ...(isList ? {} : { 'x-kubernetes-validations': [] }) } },
  }
  const schema = { type: 'object', properties: { spec: part } }
  return scenario(
    'cel',
    `rules-broken-${at}`,
    [
      post(DEFINITIONS, definition(plural, isList ? { type: 'object', properties: { spec: { type: 'array', maxItems: 3, items: { type: 'object', properties: PARTS } } } } : fine)),
      get(collection, { until: { equals: 200, ms: 8000 }, ignore: true }),
      post(collection, object('o', { n: 2, s: 'c' })),
      patch(`${DEFINITIONS}/${plural}.${GROUP}`, { spec: { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } }] } }, { only: ['kind', 'message'] }),
      { sleep: 2500 },
      ...steps,
      remove(`${DEFINITIONS}/${plural}.${GROUP}`, { ignore: true }),
    ],
    { cleanup: [`${DEFINITIONS}/${plural}.${GROUP}`] },
  ) // prettier-ignore
}

/** Rules of definitions: their faults, prices and verdicts. */
export const schemaRuleScenarios = (seed: number): Case[] => [
  ...Array.from({ length: 10 }, (_, at) => compiled(seed, at)),
  ...Array.from({ length: 12 }, (_, at) => broken(seed, at)),
]
