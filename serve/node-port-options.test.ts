import { expect, it } from 'vitest'
import { parseFlags } from './flags.ts'
import { nodePortOptions } from './node-port-options.ts'

const read = (range: string) => nodePortOptions(parseFlags([`--service-node-port-range=${range}`])).nodePorts

it.each([
  ['30000-32767', [30000, 32767]],
  ['100+10', [100, 110]],
  ['8080', [8080, 8080]],
])('reads %s', (range, ports) => expect(read(range)).toEqual(ports))

it.each(['2-1', 'x', '0-10', '1-70000', '1-2-3'])('refuses %s', (range) => {
  expect(() => read(range)).toThrow('not a range of ports')
})
