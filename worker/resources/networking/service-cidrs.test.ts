import { expect, it } from 'vitest'
import { ipAddresses } from './service-cidrs.ts'

const { nameRule } = ipAddresses.behaviour()

it('requires the `generateName` of an IPAddress, or else its name, to be a canonical address', () => {
  expect(nameRule('10.0.0.a', '10.0.0.-')).toEqual(['ParseAddr("10.0.0.-"): unexpected character (at "-")'])
  expect(nameRule('10.0.0.1', '10.0.0.1')).toEqual([])
  expect(nameRule('2001:DB8::1')).toEqual(['must be a canonical format IP address'])
})
