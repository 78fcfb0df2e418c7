import { expect, test } from 'vitest'
import { lookupFaults } from './text-lookup-faults.ts'

const faultsOf = (content: string): string[] => lookupFaults([{ name: 'a.ts', content }]).map(({ fault }) => fault)

test('reports a constant object that is indexed by an expression', () => {
  const constant = 'const SIZES: Readonly<Record<string, number>> = { a: 1 }\n'
  expect(faultsOf(`${constant}SIZES[name]`)).toHaveLength(1)
  expect(faultsOf(`${constant}SIZES['a']`)).toEqual([])
  expect(faultsOf('const SIZES = lookupTable<number>({ a: 1 })\nSIZES[name]')).toEqual([])
})

test('reports a value that is cast and indexed by an expression', () => {
  const cast = 'const holder = object as Record<string, Json | undefined>\n'
  expect(faultsOf(`${cast}holder[name] = value`)).toHaveLength(1)
  expect(faultsOf(`${cast}holder['a']`)).toEqual([])
})

test('finds the readers of an exported constant in other files', () => {
  const constant = { name: 'a.ts', content: 'export const RULES: Record<string, (a: string) => string> = { }\n' }
  expect(lookupFaults([constant, { name: 'b.ts', content: 'RULES[name]?.()' }])).toHaveLength(1)
  expect(lookupFaults([constant, { name: 'b.ts', content: 'OTHER_RULES[name]' }])).toEqual([])
})

test('reports `in` after an expression, and no loop, type, text or comment', () => {
  expect(faultsOf('if (key in labels) a()')).toHaveLength(1)
  for (const code of [
    "'data' in labels)",
    'for (const key in labels) a()',
    'type A = { [K in Keys]: 1 }',
    "text('as given in the flags)')",
    '// an item in the list, or none',
    '#name in object)',
  ])
    expect(faultsOf(code), code).toEqual([])
})
