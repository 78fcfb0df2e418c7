import { expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { pause } from './pause.ts'

it('fails when the command is interrupted, also before the pause', async () => {
  const command = new AbortController()
  const host = { after: () => () => undefined, signal: command.signal }
  const pausing = pause(1, host)
  command.abort()
  await expect(pausing).rejects.toThrow(new Failure('interrupted'))
  await expect(pause(1, host)).rejects.toThrow(new Failure('interrupted'))
})
