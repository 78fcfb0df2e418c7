import { describe, expect, it } from 'vitest'
import { run } from './command-line.fixture.ts'

const stderr = async (line: string) => (await run(line, {}, 'k8s')).stderr

const MISSING_CONTEXT = 'Error in configuration: context was not found for specified context: none\n'

describe('a configuration without the entry that a flag names', () => {
  it.each([
    ['get --context=none', MISSING_CONTEXT],
    ['label cm a --context=none', MISSING_CONTEXT],
    ['label cm a x=y z --context=none', 'error: all resources must be specified before label changes: z\n'],
    ['create -f none --context=none', 'error: context "none" does not exist\n'],
    ['explain --context=none', 'error: context "none" does not exist\n'],
    ['taint --user=none', 'error: auth info "none" does not exist\n'],
    ['get -f none --user=none', 'error: the path "none" does not exist\n'],
    ['get --cluster=none', 'error: no server found for cluster "none"\n'],
    ['wait --cluster=none', 'error: cluster "none" does not exist\n'],
  ])('is reported by %s when kubectl reads it', async (line, text) => {
    expect(await stderr(line)).toBe(text)
  })

  it('does not matter to a command that needs only the namespace that a flag gives', async () => {
    expect(await stderr('get cm -n own -f none --context=none')).toBe('error: the path "none" does not exist\n')
  })
})

it('refuses an unreadable time limit when the connection is chosen', async () => {
  expect(await stderr('explain --request-timeout=1x')).toContain('error: Invalid timeout value.')
  expect(await stderr('get -f none --request-timeout=1x')).toBe('error: the path "none" does not exist\n')
})
