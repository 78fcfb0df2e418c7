import { expect, test } from 'vitest'
import { yamlText } from './yaml-text.ts'

test('names the conversion that a control character ends', () => {
  expect(yamlText({ a: 'b' })).toBe('a: b\n')
  expect(() => yamlText({ a: '\u007f' })).toThrow(
    'error converting JSON to YAML: yaml: control characters are not allowed',
  )
})

test('passes on an error that is not about the text', () => {
  const fault = new TypeError('broken')
  const value = {
    get a(): never {
      throw fault
    },
  }
  expect(() => yamlText(value)).toThrow(fault)
})
