import { describe, expect, it } from 'vitest'
import { run } from '../command-line.fixture.ts'

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('writes a script for %s that calls the client', async (shell) => {
    const { stdout, code } = await run(`completion ${shell}`)
    expect(stdout).toContain('svcctl __complete')
    expect(code).toBe(0)
  })

  it.each([
    ['completion', 'error: Shell not specified.\n'],
    ['completion tcsh', 'error: Unsupported shell type "tcsh".\n'],
    ['completion bash zsh', 'error: Too many arguments. Expected only the shell type.\n'],
  ])('refuses %s', async (line, text) => {
    const { stderr, code } = await run(line)
    expect(stderr).toBe(`${text}See 'svcctl completion -h' for help and examples\n`)
    expect(code).toBe(1)
  })

  it.each([
    ['bash', '__completeNoDesc'],
    ['zsh', '__complete '],
    ['fish', '__complete '],
    ['powershell', '__complete '],
  ])('reads the candidates of %s with %s', async (shell, command) => {
    expect((await run(`completion ${shell}`)).stdout).toContain(`svcctl ${command}`)
  })
})
