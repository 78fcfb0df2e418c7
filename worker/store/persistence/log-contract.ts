import { describe, expect, it } from 'vitest'
import type { Log, LogRecord } from './log.ts'

interface LogUnderTest {
  /** Returns a log over the same storage. Tests close the previous log first. */
  log(): Log
  /** Whether the log keeps its records when it is closed. */
  readonly isDurable: boolean
  /** The number of changes that one commit must accept; 5000 by default. */
  readonly largeCommit?: number
}

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (key: string, text: string, expected = 0) => ({ key, value: bytes(text), expected })
const remove = (key: string, expected: number) => ({ key, value: undefined, expected })

/** The contract tests of every `Log`. `make` returns an empty storage for each test. */
export function describeLog(name: string, make: MakeLog): void {
  describe(`${name} as a log`, () => {
    describeCommits(make)
    describeReopening(make)
  })
}

type MakeLog = () => LogUnderTest | Promise<LogUnderTest>

function describeCommits(make: MakeLog): void {
  it('is at revision 1 and empty before the first commit', async () => {
    const log = (await make()).log()
    expect(await log.open()).toMatchObject({ revision: 1, records: [] })
    await log.close()
  })

  it('gives consecutive revisions, one to each change of a commit', async () => {
    const log = (await make()).log()
    await log.open()
    const first = await log.commit([put('core/pods/x/a', '{"a":1}'), put('core/pods/x/b', '{"b":1}')])
    const second = await log.commit([remove('core/pods/x/a', 2), put('core/pods/x/b', '{"b":2}', 3)])
    const third = await log.commit([put('core/nodes//n', '{"n":1}')])
    expect([first, second, third]).toEqual([2, 4, 6])
    await log.close()
  })

  it('accepts a large commit', async () => {
    const storage = await make()
    const log = storage.log()
    await log.open()
    const size = storage.largeCommit ?? 5000
    const changes = Array.from({ length: size }, (_, i) => put(`core/pods/x/p${i}`, `{"i":${i}}`))
    expect(await log.commit(changes)).toBe(2)
    await log.close()
    if (!storage.isDurable) return
    const after = storage.log()
    const { revision, records } = await after.open()
    expect([revision, records.length]).toEqual([size + 1, size])
    expect(new Set(records.map(({ key, revision: at }) => `${key} ${at}`))).toEqual(
      new Set(changes.map(({ key }, i) => `${key} ${i + 2}`)),
    )
    await after.close()
  })
}

function describeReopening(make: MakeLog): void {
  it('keeps the newest revision of each key over a restart, and continues the count', async () => {
    const storage = await make()
    if (!storage.isDurable) return
    const before = storage.log()
    await before.open()
    await before.commit([
      put('core/pods/x/a', '{"a":"ä"}'),
      put('core/pods/x/b', '{"b":1}'),
      put('core/nodes//n', '{}'),
    ])
    await before.commit([remove('core/nodes//n', 4), put('core/pods/x/b', '{"b":2}', 3)])
    await before.close()
    const after = storage.log()
    const { revision, records } = await after.open()
    expect(revision).toBe(6)
    expect(records.map(readable).sort()).toEqual(['core/pods/x/a 2 {"a":"ä"}', 'core/pods/x/b 6 {"b":2}'])
    expect(await after.commit([put('core/pods/x/c', '{}')])).toBe(7)
    await after.close()
  })

  it('remembers its revision when every key was removed', async () => {
    const storage = await make()
    if (!storage.isDurable) return
    const before = storage.log()
    await before.open()
    await before.commit([put('core/pods/x/a', '{}')])
    await before.commit([remove('core/pods/x/a', 2)])
    await before.close()
    const after = storage.log()
    expect(await after.open()).toMatchObject({ revision: 3, records: [] })
    await after.close()
  })
}

function readable({ key, revision, value }: LogRecord): string {
  return `${key} ${revision} ${new TextDecoder().decode(value)}`
}
