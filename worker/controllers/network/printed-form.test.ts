import { expect, it } from 'vitest'
import { portsInOrder, slicePortsInOrder } from './printed-form.ts'

const ports = [
  { name: 'a', protocol: 'TCP', port: 80, appProtocol: 'example.com/x' },
  { name: 'b', protocol: 'TCP', port: 9081 },
  { name: 'c', protocol: 'UDP', port: 82 },
]
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('')

// Recorded from the real controller manager.
it('orders the ports of slices and the ports of endpoints differently', () => {
  expect(names(slicePortsInOrder(ports))).toBe('cba')
  expect(names(portsInOrder(ports))).toBe('bac')
})
