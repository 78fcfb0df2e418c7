import { expect, it } from 'vitest'
import { PodAddresses } from './pod-addresses.ts'

it('gives each pod one address of the range until it is released', () => {
  const addresses = new PodAddresses('10.0.3.9/29')
  expect(['a', 'b', 'a'].map((pod) => addresses.take(pod))).toEqual(['10.0.3.10', '10.0.3.11', '10.0.3.10'])
  addresses.hold('c', '10.0.3.12')
  addresses.free('a')
  expect(['d', 'e', 'f', 'g'].map((pod) => addresses.take(pod))).toEqual([
    '10.0.3.13',
    '10.0.3.14',
    '10.0.3.10',
    undefined,
  ])
})
