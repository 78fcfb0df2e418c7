import { expect, test } from 'vitest'
import { parseFlags } from '../flags.ts'
import { openLoggers } from './logger.ts'

function opened(...args: string[]) {
  const lines: string[] = []
  const now = () => Date.UTC(2024, 4, 1, 10)
  const loggers = openLoggers(parseFlags(args), { write: (line) => lines.push(line), now, processId: 7 })
  return { lines, loggers }
}

test('writes text as klog does, with quoted texts', () => {
  const { lines, loggers } = opened('--v=3')
  loggers('request-log').info(3, 'HTTP', [
    ['verb', 'GET\n"x"'],
    ['resp', 200],
  ])
  expect(lines).toEqual(['I0501 10:00:00.000000       7 request-log.ts:0] "HTTP" verb="GET\\n\\"x\\"" resp=200\n'])
})

test('writes JSON with the members of the real server', () => {
  const { lines, loggers } = opened('--logging-format=json', '-v', '2')
  loggers('serve').info(2, 'Serving', [['url', 'http://127.0.0.1:1']])
  loggers('serve').error('A defect', 'broken')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ts: 1714557600000, caller: 'serve.ts:0', msg: 'Serving', v: 2, url: 'http://127.0.0.1:1' },
    { ts: 1714557600000, caller: 'serve.ts:0', msg: 'A defect', severity: 'error', err: 'broken' },
  ])
})

test('takes the level of a module from --vmodule, and of the others from --v', () => {
  const { lines, loggers } = opened('--v=1', '--vmodule=request-*=4,serve=0')
  expect(loggers('request-log').writes(4)).toBe(true)
  expect(loggers('serve').writes(1)).toBe(false)
  expect(loggers('other').writes(1)).toBe(true)
  loggers('other').info(2, 'too fine')
  expect(lines).toEqual([])
  expect(() => opened('--vmodule=request-log=x')).toThrow('--vmodule takes pairs')
})
