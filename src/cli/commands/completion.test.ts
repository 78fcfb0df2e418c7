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

  it('offers commands, flags, types and the values of a flag', async () => {
    expect((await run(['__complete', 'roll'])).stdout).toBe('rollout\n:4\n')
    expect((await run(['__complete', 'rollout', 're'])).stdout).toBe('restart\nresume\n:4\n')
    expect((await run(['__complete', 'get', '--sort'])).stdout).toBe('--sort-by\n:4\n')
    expect((await run(['__complete', '-n', 'shop', 'get', 'dep'])).stdout).toBe('deployments\n:4\n')
    expect((await run(['__complete', 'get', 'dep'])).stdout).toBe('deployments\n:4\n')
    expect((await run(['__complete', 'explain', '--output=plaintext-'])).stdout).toBe(
      '--output=plaintext-openapiv2\n:4\n',
    )
  })

  it('offers no names when the cluster cannot be reached', async () => {
    expect((await run(['__complete', 'get', 'configmaps', 'a'])).stdout).toBe(':4\n')
  })
})
