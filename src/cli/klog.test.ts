import { describe, expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
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
