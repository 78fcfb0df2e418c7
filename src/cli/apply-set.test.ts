import { describe, expect, it } from 'vitest'
import { run } from './command-line.fixture.ts'

describe('apply sets', () => {
  it('need a variable of the environment', async () => {
    const { stderr } = await run('apply -f a.yaml --prune --applyset=x')
    expect(stderr).toContain('error: unknown flag: --applyset\n')
  })
})
