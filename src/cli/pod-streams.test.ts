import { expect, test } from 'vitest'
import type { Session } from './session.ts'
import { warnWithoutTerminal } from './pod-streams.ts'

const warning = (flags: readonly string[], wantsTerminal: boolean): string => {
  let stderr = ''
  const host = { stderr: (text: string) => void (stderr += text) }
  warnWithoutTerminal({ flags: { boolean: (name: string) => flags.includes(name) }, host } as Session, wantsTerminal)
  return stderr
}

test('warns that -it does not open a terminal', () => {
  const text = 'Unable to use a TTY - input is not a terminal or the right kind of file\n'
  expect(warning(['stdin'], true)).toBe(text)
  expect(warning(['stdin'], false)).toBe('')
  expect(warning([], true)).toBe('')
  expect(warning(['stdin', 'quiet'], true)).toBe('')
})
