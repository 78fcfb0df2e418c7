import { expect, it } from 'vitest'
import { keyElement, readElement, showElement, showOwned, valueElement } from './path-element.ts'

it('writes the exponent of a float with two digits', () => {
  expect(keyElement(['k'], () => 1e-7)).toBe('k:{"k":1e-07}')
  expect(valueElement(1e21)).toBe('v:1e+21')
  expect(valueElement(1.5)).toBe('v:1.5')
  expect(valueElement(-0)).toBe('v:-0')
})

it('reads integers as floats', () => {
  expect(readElement('v:9007199254740993')).toBe('v:9007199254740992')
  expect(readElement('k:{"k":9223372036854775807}')).toBe('k:{"k":9223372036854776000}')
  expect(readElement('k:{"b":1,"a":"x"}')).toBe('k:{"a":"x","b":1}')
})

it('shows an integer of a configuration digit by digit, and one of managedFields as a float', () => {
  expect(showElement('k:{"k":9007199254740993}')).toBe('[k=9007199254740993]')
  expect(showElement('v:1000000')).toBe('[=1000000]')
  expect(showElement('v:-9223372036854775808')).toBe('[=-9223372036854775808]')
  expect(showElement('k:{"k":9223372036854776000}')).toBe('[k=9.223372036854776e+18]')
  expect(showOwned('v:1000000')).toBe('[=1e+06]')
  expect(showOwned('k:{"port":8080,"protocol":"TCP"}')).toBe('[port=8080,protocol="TCP"]')
})
