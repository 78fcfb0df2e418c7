import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { duration, enabled, integer, parseFlags, readFlags, text, usage } from './flags.ts'
import { recordingPath } from '../tests/recordings/archive.ts'

test('reads values after a space or an equals sign', () => {
  const flags = parseFlags(['--port', '0', '--dialect=k8s', '--print-kubeconfig'])
  expect(integer(flags, 'port')).toBe(0)
  expect(text(flags, 'dialect')).toBe('k8s')
  expect(enabled(flags, 'print-kubeconfig')).toBe(true)
})

test('joins repeated lists and maps, and keeps the last value of other flags', () => {
  const flags = parseFlags([
    '--runtime-config=api/all=true',
    '--runtime-config=batch/v1=false,apps/v1',
    '--port=1',
    '--port=2',
  ])
  expect(flags.get('runtime-config')).toEqual(['api/all=true', 'batch/v1=false', 'apps/v1'])
  expect(text(flags, 'port')).toBe('2')
})

test.each([
  [['--prot=1'], 'unknown flag: --prot'],
  [['--port=x'], 'invalid argument "x" for "--port" flag'],
  [['--port'], 'flag needs an argument: --port'],
  [['--dialect=other'], 'one of svc, k8s'],
  [['serve'], 'unexpected argument "serve"'],
])('refuses %j, and names the flag', (args, message) => {
  expect(() => parseFlags(args)).toThrow(message)
})

test('lists the given flags that have no effect', () => {
  const args = [
    '--watch-cache',
    '--port=1',
    '--egress-selector-config-file=egress.yaml',
    '--cloud-provider',
    'none',
    '--token-auth-file',
    '--cloud-config',
  ]
  // The last word is the value of the flag before it.
  expect(readFlags(args).withoutEffect).toEqual(['watch-cache', 'egress-selector-config-file', 'cloud-provider'])
})

test('reads a duration as the sum of its parts, in milliseconds', () => {
  const flags = parseFlags(['--shutdown-delay-duration=1m1.5s', '--livez-grace-period=0'])
  expect(duration(flags, 'shutdown-delay-duration')).toBe(61_500)
  expect(duration(flags, 'livez-grace-period')).toBe(0)
  expect(() => parseFlags(['--livez-grace-period=soon'])).toThrow('not a duration')
})

test('shows the type of a flag in the usage, and the flags without effect after the others', () => {
  expect(usage()).toContain('  --port integer\n')
  expect(usage().split('Accepted and ignored:')[1]).toContain('  --watch-cache\n')
})

test('accepts the flags of every recorded profile', () => {
  const all = JSON.parse(readFileSync(recordingPath('profiles.json'), 'utf8')) as Record<string, string[]>
  expect(Object.keys(all).length).toBeGreaterThan(10)
  for (const [profile, flags] of Object.entries(all)) {
    expect(() => parseFlags([...(all[''] ?? []), ...flags]), profile).not.toThrow()
  }
})
