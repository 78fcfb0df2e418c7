import { expect, it } from 'vitest'
import { freeName } from './free-name.ts'

it.each([
  ['shop', [], '', 'shop'],
  ['shop', ['shop'], '', 'shop-2'],
  ['shop', ['shop', 'shop-2', 'shop-4'], '', 'shop-3'],
  ['shop', ['shop'], '.yaml', 'shop.yaml'],
  ['shop', ['shop.yaml', 'shop-2.yaml'], '.yaml', 'shop-3.yaml'],
])('the free name for %s beside %j with the ending %j is %s', (name, taken, ending, free) => {
  expect(freeName(name, new Set(taken), ending)).toBe(free)
})
