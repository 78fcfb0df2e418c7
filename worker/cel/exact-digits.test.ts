import { expect, test } from 'vitest'
import { exactDigits } from './exact-digits.ts'

// The expected texts are results of Go: strconv.FormatFloat(value, 'f', precision, 64).
test.each([
  [0, 2, '0.00'],
  [0.5, 0, '0'],
  [1.5, 0, '2'],
  [2.5, 0, '2'],
  [0.25, 1, '0.2'],
  [0.35, 1, '0.3'],
  [-2.675, 2, '-2.67'],
  [1e21, 1, '1000000000000000000000.0'],
  [1e22, 0, '10000000000000000000000'],
  [5e-324, 3, '0.000'],
  [1.1, 30, '1.100000000000000088817841970013'],
])('%d to %d places is %s', (value, precision, text) => expect(exactDigits(value, precision)).toBe(text))

test('writes more than 100 places', () => {
  expect(exactDigits(1.1, 120)).toHaveLength(122)
})
