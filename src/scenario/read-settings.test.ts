import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

it('reads the settings that a server accepts', () => {
  const settings = { timeScale: 60, flags: { 'event-ttl': '1h' }, featureGates: { WatchList: true } }
  expect(readSettings(settings, 'k8s')).toEqual(settings)
})

it.each([
  [{ timeScale: 1000 }, 'settings.timeScale must be between 1 and 60'],
  [{ flags: { 'etcd-servers': 'a' } }, 'settings.flags.etcd-servers is an unknown field'],
  [{ featureGates: { NoSuchGate: true } }, 'unrecognized feature gate: NoSuchGate'],
  ['all', 'settings must be'],
])('refuses %j', (value, message) => {
  expect(() => readSettings(value, 'k8s')).toThrow(message)
})
