import { describe, expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
import { run } from './command-line.fixture.ts'
import { globalFlags } from './global-flags.ts'
import { logLevel } from './klog.ts'

const level = (...words: string[]) => logLevel(parseArguments(words, globalFlags).flags, 'round_trippers')

describe('the level of a log', () => {
  it('is the level of the flag when no module is named', () => {
    expect(level()).toBe(0)
    expect(level('--v=6')).toBe(6)
  })

  it('is the larger of the flag and the level of the module', () => {
    expect(level('--v=2', '--vmodule=loader=9,round_trippers=8')).toBe(8)
    expect(level('--v=9', '--vmodule=round_*=3')).toBe(9)
    expect(level('--vmodule=round=8')).toBe(0)
  })
})

it('logs a second request for discovery from level 5 on', async () => {
  const logged = 'Invalidating discovery information'
  expect((await run('get nothing -v=4')).stderr).not.toContain(logged)
  expect((await run('get nothing -v=5')).stderr).toContain(logged)
})
