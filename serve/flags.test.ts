import { expect, test } from 'vitest'
import { enabled, integer, parseFlags, pendingFlags, switches, text } from './flags.ts'

test('values come behind a space or an equals sign', () => {
  const flags = parseFlags(['--port', '0', '--dialect=k8s', '--print-kubeconfig'])
  expect(integer(flags, 'port')).toBe(0)
  expect(text(flags, 'dialect')).toBe('k8s')
  expect(enabled(flags, 'print-kubeconfig')).toBe(true)
})

test('lists and maps add up, others are overwritten', () => {
  const flags = parseFlags([
    '--runtime-config=api/all=true',
    '--runtime-config=batch/v1=false,apps/v1',
    '--port=1',
    '--port=2',
  ])
  expect(switches(flags, 'runtime-config')).toEqual({ 'api/all': true, 'batch/v1': false, 'apps/v1': true })
  expect(text(flags, 'port')).toBe('2')
})

test.each([
  [['--prot=1'], 'unknown flag: --prot'],
  [['--port=x'], 'invalid argument "x" for "--port" flag'],
  [['--port'], 'flag needs an argument: --port'],
  [['--dialect=other'], 'one of svc, k8s'],
  [['serve'], 'unexpected argument "serve"'],
])('%j is refused by name', (args, message) => {
  expect(() => parseFlags(args)).toThrow(message)
})

test('flags without effect are known', () => {
  expect(pendingFlags(parseFlags(['--controllers=-*', '--port=1']))).toEqual(['controllers'])
})
