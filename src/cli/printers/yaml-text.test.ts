import { expect, test } from 'vitest'
import { yamlText } from './yaml-text.ts'

test('names the conversion that a control character ends', () => {
  expect(yamlText({ a: 'b' })).toBe('a: b\n')
  expect(() => yamlText({ a: '\u007f' })).toThrow(
    'error converting JSON to YAML: yaml: control characters are not allowed',
  )
})
