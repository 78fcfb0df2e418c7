import { describe, expect, it } from 'vitest'
import { compile, typeOf } from './cel.ts'
import { InstantiationError } from './calls.ts'
import { global } from './declarations.ts'
import { BudgetError } from './evaluation-error.ts'
import { jsonValue } from './json-values.ts'
import { BOOL, DYN, INT, STRING, listOf, mapOf, optionalOf, struct, variableType } from './types.ts'
import { ResultTypeError } from './faults.ts'
import type { Type } from './types.ts'
import { Double, Duration } from './values.ts'
import { errorMessage } from '../runtime/error-message.ts'

const none = { variables: new Map() }
const run = (source: string) => compile(source, none).run({}, 1e6)
const value = (source: string): unknown => {
  const outcome = run(source)
  return 'value' in outcome ? outcome.value : outcome.error.message
}
const fault = (source: string): string => {
  try {
    compile(source, none)
    return ''
  } catch (error) {
    return errorMessage(error)
  }
}

describe('an evaluation', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['-7 % 3', -1],
    ['7 / 0', 'division by zero'],
    ['1.0 / 0.0', new Double(Infinity)],
    ["'a' + 'b'", 'ab'],
    ["size('👑')", 1],
    ['[1, 2, 3].exists_one(x, x > 2)', true],
    ["string(timestamp('2020-01-01T00:00:00+01:30'))", '2020-01-01T00:00:00+01:30'],
    ["string(duration('1h30m'))", '5400s'],
    ["'%s: %d'.format(['a', 1])", 'a: 1'],
    ["'abcabc'.replace('b', '', 1)", 'acabc'],
    ["quantity('1Gi').compareTo(quantity('1G'))", 1],
    ["url('https://a.example:8080/x?k=v').getPort()", '8080'],
    ["isURL('*') && !isURL('http://a#')", true],
    ["url('1a:b')", 'URL parse error during conversion from string: parse "1a:b": invalid URI for request'],
    ["double('1_0') + double('-0x1.8p3')", new Double(-2)],
    ["['0x1'].map(x, double(x))[0]", "type conversion error from 'string' to 'double'"],
    ["['1__0'].map(x, double(x))[0]", "type conversion error from 'string' to 'double'"],
    ["timestamp('2024-01-01T00:00:00Z').getHours('Local')", 0],
    ["timestamp('2024-01-01T00:00:00Z').getHours('europe/paris')", 'unknown time zone europe/paris'],
    ["timestamp('2024-01-01T00:00:00Z').getHours('/etc')", 'time: invalid location name'],
    ['[0.0 / 0.0].all(x, x == x)', false],
    ['[[0.0 / 0.0]].all(x, x == x)', false],
    ['[[null]].all(x, x == x)', true],
    ["{'a': 1}.?b.orValue(3)", 3],
    ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('^(a+)+$')", false],
    ['dyn([]) - 1', 'no such overload: _-_'],
    ["dyn('a') * 1", 'no such overload'],
    ['dyn(quantity("1")) == 1', 'no such overload'],
    ['1 == dyn(quantity("1"))', false],
    ['dyn(1).orValue(2)', 1],
    ['duration([1][0])', "type conversion error from 'int' to 'google.protobuf.Duration'"],
    ['[1, 2][dyn(1.5)]', 'unsupported index value 1.5 in list'],
    ['[1, 2][dyn(1e21)]', 'unsupported index value 1e+21 in list'],
    ['[[1]].map(x, {1: 1}[dyn(x)])', 'invalid qualifier type: *types.baseList'],
    ["dyn(b'a') in {1: 1}", 'internal error: runtime error: hash of unhashable type types.Bytes'],
    ["'%s'.format([{[1]: 1}])", 'error during formatting: no formatting function for map key of type list'],
    ["'%s'.format([[quantity('1')]])", 'error during formatting: no formatting function for kubernetes.Quantity'],
    ["[dyn(1), dyn('a')].max()", 1],
    ["'\\UFFFFFFFF'", '\ufffd'],
  ])('%s', (source, wanted) => expect(value(source)).toEqual(wanted))

  it.each([
    ['google.protobuf.Duration{seconds: 5, nanos: 7}', new Duration(5_000_000_007n)],
    ['google.protobuf.Duration{?seconds: optional.none()}', new Duration(0n)],
    ['google.protobuf.Int32Value{value: 5} + 1', 6],
    ['google.protobuf.Int32Value{value: 5} == null', false],
    [
      'google.protobuf.Int32Value{value: 5000000000}',
      'field type conversion error for google.protobuf.Int32Value.value value type: integer overflow',
    ],
    ['google.protobuf.FloatValue{value: 1.1} == 1.1', false],
    ["google.protobuf.Value{string_value: 'a', bool_value: true}", true],
    ["google.protobuf.Struct{fields: {'a': 1}}.a", new Double(1)],
    ['google.protobuf.ListValue{values: [9007199254740993]}[0]', '9007199254740993'],
    ['google.protobuf.NullValue.NULL_VALUE', 0],
    ['google.protobuf.Empty{} == google.protobuf.Empty{}', true],
    ['google.protobuf.Any{}.size() == 1', 'unsupported conversion to ref.Val: (*dynamicpb.Message)'],
    [
      "google.protobuf.Any{type_url: 'a', value: b'\\x08'} == null",
      'unsupported conversion to ref.Val: (*dynamicpb.Message)type_url:"a" value:"\\x08"',
    ],
    ["google.protobuf.Any{type_url: 'type.googleapis.com/google.protobuf.Int32Value'} == 0", true],
  ])('builds %s', (source, wanted) => expect(value(source)).toEqual(wanted))

  it('absorbs an error when the other operand decides', () => {
    expect(value('1 / 0 == 1 || true')).toBe(true)
    expect(value('[0, 1].all(x, 1 / x == 1)')).toBe('division by zero')
    expect(value('[0, 1].exists(x, 1 / x == 1)')).toBe(true)
  })

  it('finds no members of JavaScript prototypes', () => {
    const program = compile('object.constructor', { variables: new Map([['object', DYN]]) })
    expect(program.run({ object: jsonValue({}) }, 100)).toMatchObject({
      error: { message: 'no such key: constructor' },
    })
  })
})

describe('the compiler', () => {
  it.each([
    ['google.protobuf.Duration{nope: 1}', "1:30: undefined field 'nope'"],
    ["google.protobuf.Int64Value{value: 'a'}", "expected type of field 'value' is 'int' but provided type is 'string'"],
    ['int{}', "1:4: 'int' is not a message type"],
    ["google.protobuf.Duration{'seconds': 1}", "mismatched input ''seconds'' expecting {'}', ',', '?', IDENTIFIER}"],
    ["'\\u12'", "token recognition error at: ''\\u12''"],
    ["'a\nb'", "token recognition error at: ''a\n'"],
    ['%', "mismatched input '%!'(MISSING) expecting"],
    ['dyn([1])[', "expecting {'[', '{', '(', '.', '-', '!', '?', 'true'"],
    ['duration(3)', '1:10: invalid duration argument'],
    ['{[1]: 1}[[1]]', 'invalid qualifier type: *types.baseList'],
    ['google.protobuf.Any{nope: 1}', "1:25: undefined field 'nope'"],
    ['[type(1)].all(x, x == int)', 'reference to undefined type: x'],
    ['google.protobuf.Any', 'reference to undefined type: google.protobuf.Any'],
    ['google.protobuf.Int32Value', 'reference to undefined type: google.protobuf.Int32Value'],
  ])('refuses %s', (source, wanted) => expect(fault(source)).toContain(wanted))

  it('shows the line of a fault, and marks the column with a caret', () => {
    expect(fault('1 +\n  nope')).toBe(
      "ERROR: <input>:2:3: undeclared reference to 'nope' (in container '')\n |   nope\n | ..^",
    )
    expect(fault("'é' + nope")).toContain("\n | 'é' + nope\n | .．....^")
    expect(fault('.nope(1)')).toContain("undeclared reference to '.nope'")
    // The real server counts the first column of a line to the line before, but not for faults of the syntax.
    expect(fault("1\n+\n'a'")).toMatch(/^ERROR: <input>:1:3: found no .*\n \| 1\n \| \.\^$/)
    expect(fault('1\n=')).toMatch(/^ERROR: <input>:2:1: /)
  })

  it.each([
    ['1 <> 2', "Syntax error: extraneous input '>' expecting {'[', '{', '('"],
    ['(1', "Syntax error: missing ')' at '<EOF>'"],
    ['true and false', "Syntax error: mismatched input 'and' expecting <EOF>"],
    ['1 = 1', "Syntax error: token recognition error at: '= '"],
    ['self.', "no viable alternative at input '.'"],
    ['1.é', "no viable alternative at input '.'"],
    ['type(1) == duration', "applied to '(type(int), duration)'"],
    ['has(1)', 'invalid argument to has() macro'],
    ["1 == 'a'", "found no matching overload for '_==_' applied to '(int, string)'"],
    ['[1, 2u]', "expected type 'int' but found 'uint'"],
    ["duration('x')", 'invalid duration argument'],
    ['duration(null)', '1:10: invalid duration argument'],
    ['string(optional.none().optMap(v, v).hasValue())', 'id:3  call_expr:{function:"optional.none"}(3)'],
    ['true || optional.none().optMap(v, v).hasValue()', 'id:3  call_expr:{function:"optional.none"}(3)'],
    ['timestamp(null).getHours() == 1', '1:11: invalid timestamp argument'],
    ["url('http://a').host == ''", "unexpected failed resolution of 'kubernetes.URL'"],
  ])('%s', (source, wanted) => expect(fault(source)).toContain(wanted))

  it('refuses constants whose evaluation fails', () => {
    expect(() => compile("int('x') == 1", none)).toThrow(InstantiationError)
  })

  it('tests the type of the value before it evaluates constants', () => {
    const isBool = ({ name }: Type): boolean => name === 'bool'
    expect(() => compile("int('x')", none, isBool)).toThrow(ResultTypeError)
    expect(() => compile("int('x') == 1", none, isBool)).toThrow(InstantiationError)
    expect(compile('1 == 1', none, isBool).type).toBe(BOOL)
  })
})

describe('types', () => {
  it('are computed without evaluation, even for expressions without a value', () => {
    expect(typeOf("[int('x')]", none)).toEqual(listOf(INT))
    expect(() => typeOf('nope', none)).toThrow("undeclared reference to 'nope'")
  })

  it('are dynamic for variables of a policy that hold an object', () => {
    const thing = struct('Thing', new Map([['a', INT]]))
    expect(variableType(mapOf(STRING, listOf(thing)))).toEqual(mapOf(STRING, listOf(DYN)))
    expect(variableType(optionalOf(INT))).toBe(DYN)
  })
})

describe('costs', () => {
  it('are charged for every node, and no operator absorbs the error of a spent budget', () => {
    const program = compile('[1, 2, 3].all(x, x > 0) || true', none)
    expect(program.maxCost).toBeGreaterThan(10)
    expect(program.run({}, 5)).toMatchObject({ error: expect.any(BudgetError) })
    expect(program.run({}, 100)).toMatchObject({ value: true })
  })
})

describe('the parser', () => {
  const nested = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250'
  const chained = 'ERROR: <input>:-1:0: max recursion depth exceeded'

  it.each([
    ['brackets', (depth: number) => '('.repeat(depth) + '1' + ')'.repeat(depth)],
    ['lists', (depth: number) => '['.repeat(depth) + '1' + ']'.repeat(depth)],
  ])('refuses 250 nested %s', (_name, source) => {
    expect(fault(source(249))).toBe('')
    expect(fault(source(250))).toBe(nested)
    expect(fault(source(5000))).toBe(nested)
  })

  it.each([
    ['calculations', (count: number) => `1${'+1'.repeat(count)}`],
    ['relations', (count: number) => `true${'==true'.repeat(count)}`],
    ['calls of members', (count: number) => `'a'${'.trim()'.repeat(count)}`],
    ['indices', (count: number) => `[dyn(1)]${'[0]'.repeat(count)}`],
  ])('refuses a chain of more than 250 %s', (_name, source) => {
    expect(fault(source(250))).toBe('')
    expect(fault(source(251))).toBe(chained)
    expect(fault(source(5000))).toBe(chained)
  })

  it.each([
    ['sums', (depth: number) => '(1 + '.repeat(depth) + '1' + ')'.repeat(depth)],
    ['relations', (depth: number) => '(true == '.repeat(depth) + 'true' + ')'.repeat(depth)],
  ])('refuses 125 nested %s', (_name, source) => {
    expect(fault(source(124))).toBe('')
    expect(fault(source(125))).toBe(nested)
  })

  it('accepts chains of && and || of any length', () => {
    expect(value(`true${'&&true'.repeat(11_999)}`)).toBe(true)
    expect(value(`false${'||false'.repeat(11_999)}`)).toBe(false)
  })
})

describe('a sign without an operand', () => {
  const operands =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

  it.each([
    ['!', 2, '<EOF>', '.^'],
    ['!!', 3, '<EOF>', '..^'],
    ['(!)', 3, ')', '..^'],
    ['!&&true', 2, '&&', '.^'],
  ])('is a syntax error in %s', (source, column, found, caret) => {
    const head = `ERROR: <input>:1:${column}: Syntax error: extraneous input '${found}' expecting ${operands}`
    expect(fault(source)).toBe(`${head}\n | ${source}\n | ${caret}`)
  })
})

describe('an evaluation, as in the real server,', () => {
  it.each([
    ['{1.5: 1}[1.5]', 1],
    ['{null: 1}.size()', 1],
    ['{[1]: 1} == {[1]: 1}', false],
    ['{1u: 2}[dyn(1)]', 2],
    ["quantity('1').add(quantity('2')) == quantity('3')", true],
    ["quantity('3') == quantity('1').add(quantity('2'))", 'no such overload'],
    ["quantity('1') != quantity('2').sub(1)", true],
    ["quantity('2000m').isInteger()", false],
    ["quantity('1e30').asApproximateFloat()", new Double(1e30)],
    ["[double('NaN'), 1.0].isSorted()", true],
    ["[1.0, double('NaN'), 2.0].max()", new Double(2)],
    ["'%.20e'.format([1.1])", '     1.100000\u202f×\u202f10⁰⁰'],
    ["'%f'.format([1e21])", '1,000,000,000,000,000,000,000.000000'],
    ["'%s'.format([[-0.0]])", '[-0.000000]'],
    ["'abc'.findAll('')", expect.objectContaining({ size: 4 })],
  ])('%s', (source, wanted) => expect(value(source)).toEqual(wanted))

  it.each([
    ['self[0]', 2],
    ['[1, 2][5]', 2],
    ['{self.a: 1 / 0}', 33],
    ['self.l.map(i, i / 0)', 31],
    ['self.?b.c', 1],
    ['self.?a.b', 2],
  ])('charges the recorded cost for %s', (source, cost) => {
    const program = compile(source, { variables: new Map([['self', DYN]]) })
    expect(program.run({ self: jsonValue({ a: 1, l: [1, 2] }) }, 1e6).cost).toBe(cost)
  })

  it('has an estimated cost that wraps around at 2^64 for nested quotes', () => {
    const program = compile('strings.quote(strings.quote(self))', { variables: new Map([['self', STRING]]) })
    expect(program.maxCost).toBe(Number(1844674407370955264n))
  })

  it('collects 100,000 elements in linear time', () => {
    const list = jsonValue(Array.from({ length: 100_000 }, (_, i) => i))
    const program = compile('self.map(x, x + 1).filter(x, x > 0).size()', {
      variables: new Map([['self', listOf(INT)]]),
    })
    expect(program.run({ self: list }, 1e9)).toMatchObject({ value: 100_000 })
  })

  it('joins lists without copying them', () => {
    const program = compile('v + v', { variables: new Map([['v', listOf(INT)]]) })
    let list = jsonValue([1, 2])
    for (let i = 0; i < 40; i++) {
      const outcome = program.run({ v: list }, 1e6)
      if (!('value' in outcome)) throw outcome.error
      list = outcome.value
    }
    expect(list).toMatchObject({ size: 2 * 2 ** 40 })
  })
})

describe('functions of the caller', () => {
  const environment = {
    variables: new Map([['suffix', STRING]]),
    functions: {
      shout: { overloads: [global('shout_string', 'string', 'string', (text: string) => text.toUpperCase())] },
    },
  }

  it('are called beside the functions of the libraries', () => {
    const program = compile(`shout('a' + suffix).endsWith('B')`, environment)
    expect(program.run({ suffix: 'b' }, 100)).toMatchObject({ value: true })
    expect(() => compile(`shout(1)`, environment)).toThrow('found no matching overload')
    expect(fault(`shout('a')`)).toContain("undeclared reference to 'shout'")
  })

  it('report their literal arguments', () => {
    const program = compile(`shout('a') == shout(suffix)`, environment)
    expect(program.literalsOf('shout')).toEqual([['a'], [undefined]])
    expect(program.literalsOf('size')).toEqual([])
  })

  it('throw their own errors, which run() does not catch', () => {
    const failing = (error: Error) => ({
      variables: new Map(),
      functions: {
        fail: {
          overloads: [
            global('fail_string', 'string', 'string', () => {
              throw error
            }),
          ],
        },
      },
    })
    expect(() => compile("fail('a') == 'a' || true", failing(new TypeError('no member'))).run({}, 1000)).toThrow(
      TypeError,
    )
    const overflow = new RangeError('Maximum call stack size exceeded')
    expect(compile("fail('a')", failing(overflow)).run({}, 1000)).toMatchObject({ error: overflow })
  })
})
