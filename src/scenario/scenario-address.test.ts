import { expect, it } from 'vitest'
import { scenarioAddress } from './scenario-address.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

const PAGE = 'https://tabplane.example/app/?x=1#c1.abc'
const read = (value: string): string => {
  try {
    const { url, isForeign } = scenarioAddress(value, PAGE)
    return isForeign ? `${url.href} of another site` : url.href
  } catch (error) {
    return errorMessage(error)
  }
}

it.each([
  ['lessons/first.yaml', 'https://tabplane.example/app/lessons/first.yaml'],
  ['/first.yaml#part', 'https://tabplane.example/first.yaml'],
  ['https://tabplane.example/a.yaml', 'https://tabplane.example/a.yaml'],
  ['https://else.example/a.yaml', 'https://else.example/a.yaml of another site'],
  ['//else.example/a.yaml', 'https://else.example/a.yaml of another site'],
])('reads %s relative to the page', (value, expected) => {
  expect(read(value)).toBe(expected)
})

it.each([
  ['http://tabplane.example/a.yaml', 'The scenario is on http://tabplane.example;'],
  ['javascript:alert(1)', 'The scenario is on null;'],
  ['data:text/yaml,a', 'The scenario is on null;'],
  ['https://user:word@tabplane.example/a', 'must not contain a user name'],
  ['https://[', 'is not an address'],
  ['a'.repeat(3000), 'more than 2000 characters'],
])('refuses %s', (value, message) => {
  expect(read(value)).toContain(message)
})
