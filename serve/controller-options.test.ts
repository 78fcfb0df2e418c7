import { expect, it } from 'vitest'
import { controllerOptions } from './controller-options.ts'
import { parseFlags } from './flags.ts'

const chosen = (text: string) => controllerOptions(parseFlags([`--controllers=${text}`]))

it('accepts the old and new names of the real controller manager, each with an optional minus, and refuses other names', async () => {
  expect(await controllerOptions(parseFlags([]))).toEqual(['*'])
  expect(await chosen('*,bootstrapsigner,-garbagecollector,service-lb-controller')).toEqual([
    '*',
    'bootstrapsigner',
    '-garbagecollector',
    'service-lb-controller',
  ])
  expect(await chosen('-*')).toEqual(['-*'])
  await expect(chosen('*,-gardener')).rejects.toThrow('controllers: "gardener" is not in the list of known controllers')
})
