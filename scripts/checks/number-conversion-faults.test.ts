import { expect, test } from 'vitest'
import { conversionFaults } from './number-conversion-faults.ts'

const faultsOf = (content: string, allowed: readonly string[] = []): string[] =>
  conversionFaults([{ name: 'a.ts', content }], new Map(allowed.map((name) => [name, 'a reason']))).map(
    ({ line, fault }) => `${line} ${fault}`,
  )

test.each([
  'Number(object.metadata.resourceVersion)',
  'parseInt(text, 10)',
  'Number.parseInt(text)',
  'Number.parseFloat(text)',
  'words.map(Number)',
  'Uint8Array.from(parts, Number)',
])('reports %s', (code) => {
  expect(faultsOf(`\n${code}`)).toHaveLength(1)
  expect(faultsOf(code, ['a.ts'])).toEqual([])
})

test.each([
  'Number(a > b) - Number(a < b)',
  'Number(a === (b ?? c(d)))',
  'Number(!found)',
  'Number(isReady(pod))',
  'parseInt(hex, 16)',
  'Number.isSafeInteger(value)',
  'value as Number',
  "'Number(text)'",
  '// Number(text)',
])('accepts %s', (code) => {
  expect(faultsOf(code)).toEqual([])
})

test('reports a field of 64 bits that is read as a number, also in an allowed file', () => {
  const read = "numberAt(set, 'status.observedGeneration')"
  expect(faultsOf(read, ['a.ts'])).toEqual(['1 observedGeneration has 64 bits; read it with integerAt'])
  expect(faultsOf("numberAt(set, 'status.replicas')")).toEqual([])
})
