import { describe, expect, it } from 'vitest'
import { compileJsonPath, relaxedPath } from './jsonpath.ts'
import { parseTemplate } from './parser.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

const pods = {
  kind: 'List',
  items: [
    { metadata: { name: 'a', labels: { tier: 'front' } }, n: 1 },
    { metadata: { name: 'b' }, n: 2 },
  ],
}
const print = (template: string, data: unknown = pods): string => compileJsonPath(template, true).print(data)

describe('a template', () => {
  it.each([
    ['{.kind}', 'List'],
    ['kind is {.kind}!', 'kind is List!'],
    ['{.items[*].metadata.name}', 'a b'],
    ['{.items[-1].metadata.name}', 'b'],
    ['{..name}', 'a b'],
    ['{.items[?(@.n>1)].metadata.name}', 'b'],
    ['{.items[?(@.metadata.labels.tier=="front")].n}', '1'],
    ['{range .items[*]}{.metadata.name}{"\\n"}{end}', 'a\nb\n'],
    ['{range .none[*]}x{end}{.kind}', 'List'],
    ['{.items[*].metadata["name"]}', undefined],
    ["{.items[*]['n','metadata.name']}", '1 2 a b'],
    ['{.items[1].metadata.name.*}', '98'],
    ['{.items[0].metadata.labels}', '{"tier":"front"}'],
  ])('%s prints %j', (template, text) => {
    if (text === undefined) expect(() => print(template)).toThrow('invalid array index "name"')
    else expect(print(template)).toBe(text)
  })

  it('reads null as no value in a range', () => {
    expect(print('{.a[*]}', { a: [1, null] })).toBe('1 null')
    expect(print('{range .a[*]}[{@}{.x}]{end}', { a: [1, null] })).toBe('[1][<no value>]')
  })

  it('ends with the first list of which a slice chooses nothing', () => {
    expect(print('{.a[*][1:]}', { a: [[1, 2], [3], [4, 5]] })).toBe('2')
  })

  it('refuses an absent key unless absent keys are allowed', () => {
    expect(() => compileJsonPath('{.none}', false).print(pods)).toThrow('none is not found')
    expect(print('{.none}')).toBe('')
  })

  it.each([
    ['{"\\\\"}{"x"}', 'unquote string "\\\\"}{" error invalid syntax'],
    [`{'\\"'}`, `unquote string '\\"' error invalid syntax`],
  ])('refuses the quoted text in %s', (template, fault) => {
    expect(() => print(template)).toThrow(fault)
  })

  it('keeps quotes of the other kind', () => {
    expect(print(`{"it's"}{'"'}{"\\""}`)).toBe(`it's""`)
  })

  it('refuses an index beyond the end', () => {
    expect(() => print('{.items[9]}')).toThrow('array index out of bounds: index 9, length 2')
  })

  it('takes a single path in any of its spellings', () => {
    expect(['a.b', '.a.b', '{.a.b}', '{a.b}'].map(relaxedPath)).toEqual(Array(4).fill('{.a.b}'))
    expect(() => relaxedPath('{.a}{.b}')).toThrow('unexpected path string')
  })
})

const { cases, parser } = readRecording('tables', 'jsonpath') as Recorded

interface Recorded {
  cases: {
    template?: string
    text?: string
    input: unknown
    expect?: string
    expectError?: boolean
    errorText?: string
    parseErrorContains?: string
    anyOrder?: boolean
  }[]
  parser: { text: string; shouldError: boolean }[]
}

/** The sorted characters of a text. The recordings print Go structs, and the fields of the client's data have another order. */
const letters = (text: string): string => [...text].sort().join('')

it('reads lists that are longer than the stack has room for', () => {
  const items = Array.from({ length: 600_000 }, () => ({ a: 'x' }))
  expect(compileJsonPath('{.items[*].a}', false).find({ items })[0]).toHaveLength(items.length)
  expect(
    compileJsonPath('{range .lists[*]}{range .items[*]}{.a}{end}{end}', false).find({ lists: [{ items }] }),
  ).toHaveLength(items.length)
})

describe('recorded templates', () => {
  it.each(cases.map((each) => [each.template ?? each.text ?? '', each] as const))('%s', (template, each) => {
    const why = each.parseErrorContains ?? each.errorText
    const fails = (each.expectError ?? false) || why !== undefined
    const run = (): string => compileJsonPath(template, !fails).print(each.input)
    if (fails) return expect(run).toThrow(each.parseErrorContains)
    const text = run()
    if (each.anyOrder || text.includes('{') || template.includes('..'))
      expect(letters(text)).toBe(letters(each.expect ?? ''))
    else expect(text).toBe(each.expect)
  })
  it.each(parser.map((each) => [each.text, each] as const))(
    'are parsed, or refused as recorded: %s',
    (text, { shouldError }) => {
      if (shouldError) expect(() => parseTemplate(text)).toThrow()
      else expect(parseTemplate(text).nodes.length).toBeGreaterThan(0)
    },
  )
})
