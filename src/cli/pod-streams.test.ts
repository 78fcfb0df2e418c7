import { expect, test } from 'vitest'
import type { Target } from './selection.ts'
import { ServerError } from './failure.ts'
import type { Session } from './session.ts'
import { adviseOnEmptyLog, connectToPod, warnWithoutTerminal } from './pod-streams.ts'

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

const advised: string[] = []
const refusing = {
  cli: 'svcctl',
  flags: { text: () => '', integer: () => 0 },
  host: { advise: (sentence: string) => advised.push(sentence) },
  client: () => Promise.resolve({ text: () => Promise.reject(new Error('Upgrade request required')) }),
} as unknown as Session
const pod = { type: { group: '', version: 'v1', resource: 'pods' }, namespace: 'shop', name: 'web' } as Target

test.each([
  ['exec', /no command runs in them.*svcctl logs/],
  ['attach', /no command runs in them/],
  ['portforward', /nothing listens on their ports/],
])('advises the user of a page who requests %s', async (subresource, sentence) => {
  advised.length = 0
  await expect(connectToPod(refusing, pod, subresource)).rejects.toThrow('Upgrade request required')
  expect(advised).toEqual([expect.stringMatching(sentence)])
})

test('says that a refused request for ports failed to upgrade the connection', async () => {
  const status = new ServerError({ message: 'no preferred addresses found' } as ServerError['status'])
  const session = {
    ...refusing,
    client: () => Promise.resolve({ text: () => Promise.reject(status) }),
  } as unknown as Session
  await expect(connectToPod(session, pod, 'portforward')).rejects.toThrow(
    /^error upgrading connection: no preferred addresses found$/,
  )
  await expect(connectToPod(session, pod, 'exec')).rejects.toThrow(/^no preferred addresses found$/)
})

test('advises on an empty log of a simulated container only', () => {
  advised.length = 0
  const running = (containerID: string) => ({ status: { containerStatuses: [{ containerID }] } })
  adviseOnEmptyLog(refusing, running('containerd://1'))
  adviseOnEmptyLog(refusing, {})
  expect(advised).toEqual([])
  adviseOnEmptyLog(refusing, running('simulated://1'))
  expect(advised).toEqual([expect.stringContaining('The log is empty')])
})
