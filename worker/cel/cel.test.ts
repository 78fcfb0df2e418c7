import { describe, expect, it } from 'vitest'
import { compile, typeOf } from './cel.ts'
import { InstantiationError } from './calls.ts'
import { BudgetError } from './evaluation-error.ts'
import { jsonValue } from './json-values.ts'
import { DYN, INT, STRING, listOf, mapOf, optionalOf, struct, variableType } from './types.ts'
import { Double } from './values.ts'

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
    return error instanceof Error ? error.message : String(error)
  }
}

describe('values', () => {
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
    ["{'a': 1}.?b.orValue(3)", 3],
    ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('^(a+)+$')", false],
  ])('%s', (source, wanted) => expect(value(source)).toEqual(wanted))

  it('absorbs errors where the other side decides', () => {
    expect(value('1 / 0 == 1 || true')).toBe(true)
    expect(value('[0, 1].all(x, 1 / x == 1)')).toBe('division by zero')
    expect(value('[0, 1].exists(x, 1 / x == 1)')).toBe(true)
  })

  it('knows no members that an object inherits', () => {
    const program = compile('object.constructor', { variables: new Map([['object', DYN]]) })
    expect(program.run({ object: jsonValue({}) }, 100)).toMatchObject({
      error: { message: 'no such key: constructor' },
    })
  })
})

describe('faults', () => {
  it('shows the line and a caret', () => {
    expect(fault('1 +\n  nope')).toBe(
      "ERROR: <input>:2:3: undeclared reference to 'nope' (in container '')\n |   nope\n | ..^",
    )
    expect(fault("'é' + nope")).toContain("\n | 'é' + nope\n | .．....^")
  })

  it.each([
    ['1 <> 2', "Syntax error: extraneous input '>' expecting {'[', '{', '('"],
    ['(1', "Syntax error: missing ')' at '<EOF>'"],
    ['true and false', "Syntax error: mismatched input 'and' expecting <EOF>"],
    ['1 = 1', "Syntax error: token recognition error at: '= '"],
    ['self.', 'no viable alternative at input'],
    ['has(1)', 'invalid argument to has() macro'],
    ["1 == 'a'", "found no matching overload for '_==_' applied to '(int, string)'"],
    ['[1, 2u]', "expected type 'int' but found 'uint'"],
    ["duration('x')", 'invalid duration argument'],
    ["url('http://a').host == ''", "unexpected failed resolution of 'kubernetes.URL'"],
  ])('%s', (source, wanted) => expect(fault(source)).toContain(wanted))

  it('finds constants without a value before anything runs', () => {
    expect(() => compile("int('x') == 1", none)).toThrow(InstantiationError)
  })
})

describe('types', () => {
  it('are known without running, of what has no value as well', () => {
    expect(typeOf("[int('x')]", none)).toEqual(listOf(INT))
    expect(() => typeOf('nope', none)).toThrow("undeclared reference to 'nope'")
  })

  it('are dynamic where a variable holds an object', () => {
    const thing = struct('Thing', new Map([['a', INT]]))
    expect(variableType(mapOf(STRING, listOf(thing)))).toEqual(mapOf(STRING, listOf(DYN)))
    expect(variableType(optionalOf(INT))).toBe(DYN)
  })
})

describe('costs', () => {
  it('charges every node, and nothing absorbs a spent budget', () => {
    const program = compile('[1, 2, 3].all(x, x > 0) || true', none)
    expect(program.maxCost).toBeGreaterThan(10)
    expect(program.run({}, 5)).toMatchObject({ error: expect.any(BudgetError) })
    expect(program.run({}, 100)).toMatchObject({ value: true })
  })
})

describe('an expression without end', () => {
  it('is refused where it goes too deep', () => {
    const refusal = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250'
    const inBrackets = (depth: number): string => '('.repeat(depth) + '1' + ')'.repeat(depth)
    expect(fault(inBrackets(60))).toBe('')
    expect(fault(inBrackets(5000))).toBe(refusal)
    expect(fault(`1${'+1'.repeat(40_000)}`)).toBe(refusal)
  })
})
