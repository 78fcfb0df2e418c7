import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../worker/clock/clock.ts'
import { describeLog } from '../../worker/store/persistence/log-contract.ts'
import type { LogState } from '../../worker/store/persistence/log.ts'
import { StorageDamaged } from '../../worker/store/store.ts'
import { dataFolder } from './data-folder.ts'
import { CHAIN_START, encodeFrame, FRAME_KINDS } from './frames.ts'

const folders: string[] = []
function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'data-folder-'))
  folders.push(made)
  return made
}
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })))

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (name: string, text: string) => ({ key: `core/pods/x/${name}`, value: bytes(text), expected: 0 })
const contents = ({ records }: LogState) =>
  Object.fromEntries(
    records.map(({ key, value }) => [key.slice('core/pods/x/'.length), new TextDecoder().decode(value)]),
  )

/** Opens a folder, runs work and closes it. Returns what the log reported. */
async function using(
  place: string,
  work: (log: ReturnType<typeof dataFolder>, state: LogState) => Promise<void> | void,
  acceptsLoss = false,
): Promise<string[]> {
  const warned: string[] = []
  const log = dataFolder(place, { clock: systemClock, warn: (text) => warned.push(text), acceptsLoss })
  const state = await log.open()
  try {
    await work(log, state)
  } finally {
    await log.close()
  }
  return warned
}

/** A folder with the objects p0 to p9, one commit each, at the revisions 2 to 11. */
async function writtenFolder(): Promise<string> {
  const place = emptyFolder()
  await using(place, async (log) => {
    for (let i = 0; i < 10; i++) await log.commit([put(`p${i}`, `{"i":${i}}`)])
  })
  return place
}
const all = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, `{"i":${i}}`]))

/** Flips a bit of the record with the text, in the named copies. */
function damage(place: string, text: string, copies: readonly string[]): void {
  for (const copy of copies) {
    const file = path.join(place, `log-1.${copy}`)
    const content = readFileSync(file)
    const at = content.indexOf(text)
    content[at] = (content[at] ?? 0) ^ 1
    writeFileSync(file, content)
  }
}

describeLog('a data folder', () => {
  const place = emptyFolder()
  return { log: () => dataFolder(place, { clock: systemClock }), isDurable: true }
})

describe('a data folder', () => {
  it('refuses a second server', async () => {
    const place = emptyFolder()
    await using(place, async () => {
      const second = dataFolder(place, { clock: systemClock })
      await expect(second.open()).rejects.toThrow('cannot be opened: another server is using it.')
    })
  })

  it('opens when a killed server left its lock', async () => {
    const place = await writtenFolder()
    // A file in the socket's place refuses connections, as an abandoned socket does.
    writeFileSync(path.join(place, 'lock'), '')
    await using(place, (_log, state) => expect(contents(state)).toEqual(all))
  })

  it('refuses a folder of a newer format', async () => {
    const place = emptyFolder()
    await using(place, () => undefined)
    const origin = encodeFrame(FRAME_KINDS.origin, bytes('{"format":9,"generation":1}'), CHAIN_START)
    for (const copy of ['a', 'b']) writeFileSync(path.join(place, `log-1.${copy}`), origin.bytes)
    await expect(dataFolder(place, { clock: systemClock }).open()).rejects.toThrow('written by a newer version')
  })

  it('replaces superseded records by a snapshot and keeps every object', async () => {
    const place = emptyFolder()
    const large = 'x'.repeat(300_000)
    await using(place, async (log) => {
      for (let i = 0; i < 60; i++) await log.commit([put(`p${i % 3}`, `${i} ${large}`), put(`q${i}`, `${i}`)])
    })
    const names = readdirSync(place)
    expect(names.filter((name) => name.startsWith('log-')).length).toBe(2)
    expect(names).not.toContain('log-1.a')
    const warned = await using(place, (_log, state) => {
      expect(contents(state)['p2']).toBe(`59 ${large}`)
      expect([state.records.length, state.revision]).toEqual([63, 121])
    })
    expect(warned).toEqual([])
  })
})

describe('a damaged data folder', () => {
  it.each([['a'], ['b']])('is repaired when copy %s has a damaged record', async (copy) => {
    const place = await writtenFolder()
    damage(place, '{"i":4}', [copy])
    const warned = await using(place, (_log, state) => expect(contents(state)).toEqual(all))
    expect(warned).toEqual([expect.stringMatching(/was damaged and is repaired; nothing is lost\. \d+ bytes of copy/)])
    expect(readFileSync(path.join(place, 'log-1.a')).equals(readFileSync(path.join(place, 'log-1.b')))).toBe(true)
    expect(await using(place, () => undefined)).toEqual([])
  })

  it('is repaired when both copies of one record are damaged in different places', async () => {
    const place = await writtenFolder()
    damage(place, '{"i":4}', ['a'])
    damage(place, 'core/pods/x/p4', ['b'])
    const warned = await using(place, (_log, state) => expect(contents(state)).toEqual(all))
    expect(warned).toEqual([expect.stringContaining('nothing is lost')])
  })

  it.each([['log-1.a'], ['log-1.b'], ['head']])('is repaired without %s', async (name) => {
    const place = await writtenFolder()
    rmSync(path.join(place, name))
    const warned = await using(place, async (log, state) => {
      expect(contents(state)).toEqual(all)
      expect(await log.commit([put('later', '{}')])).toBe(12)
    })
    expect(warned).toEqual([expect.stringContaining('nothing is lost')])
    expect(await using(place, () => undefined)).toEqual([])
  })

  it('is read-only and names the lost object when both copies are damaged alike', async () => {
    const place = await writtenFolder()
    damage(place, '{"i":4}', ['a', 'b'])
    const before = readFileSync(path.join(place, 'log-1.a'))
    const warned = await using(place, async (log, state) => {
      const { p4: _p4, ...others } = all
      expect(contents(state)).toEqual(others)
      await expect(log.commit([put('later', '{}')])).rejects.toThrow(StorageDamaged)
      expect(log.outage).toMatch(/damaged and open read-only/)
    })
    expect(warned).toEqual([
      expect.stringMatching(
        / is damaged\. Lost: revision 6 \(core\/pods\/x\/p4 at 6, missing\)\. The server is read-only/,
      ),
    ])
    expect(readFileSync(path.join(place, 'log-1.a')).equals(before)).toBe(true)
  })

  it('continues 1,000 revisions higher when the loss is accepted, and keeps the damaged files', async () => {
    const place = await writtenFolder()
    damage(place, '{"i":4}', ['a', 'b'])
    const warned = await using(
      place,
      async (log, state) => {
        expect(state.revision).toBe(1011)
        expect(await log.commit([put('later', '{}')])).toBe(1012)
      },
      true,
    )
    expect(warned).toEqual([expect.stringContaining('It keeps the damaged files: damaged-1.a, damaged-1.b.')])
    const again = await using(place, (_log, state) => expect(state.records.length).toBe(10))
    expect(again).toEqual([])
  })

  it('names the revisions that both copies lost at their end', async () => {
    const place = await writtenFolder()
    for (const copy of ['a', 'b']) {
      const file = path.join(place, `log-1.${copy}`)
      truncateSync(file, readFileSync(file).indexOf('core/pods/x/p7') - 72)
    }
    const warned = await using(place, () => undefined)
    expect(warned).toEqual([expect.stringContaining('Lost: revisions 9 to 11 (of unknown objects)')])
  })

  it('names every revision when both copies are gone', async () => {
    const place = await writtenFolder()
    for (const copy of ['a', 'b']) rmSync(path.join(place, `log-1.${copy}`))
    const warned = await using(place, () => undefined)
    expect(warned).toEqual([expect.stringContaining('Lost: revisions 2 to 11')])
  })

  it('detects records that were exchanged in both copies', async () => {
    const place = await writtenFolder()
    for (const copy of ['a', 'b']) {
      const file = path.join(place, `log-1.${copy}`)
      const content = readFileSync(file)
      const start = (name: string) => content.indexOf(`core/pods/x/${name}`) - 72
      const [p3, p4, p5] = [start('p3'), start('p4'), start('p5')]
      const exchanged = [content.subarray(p4, p5), content.subarray(p3, p4)]
      writeFileSync(file, Buffer.concat([content.subarray(0, p3), ...exchanged, content.subarray(p5)]))
    }
    const warned = await using(place, () => undefined)
    expect(warned).toEqual([expect.stringMatching(/Lost: .*core\/pods\/x\/p4 at 6, doubtful/)])
  })

  it('ignores a commit that did not finish', async () => {
    const place = await writtenFolder()
    const frame = readFileSync(path.join(place, 'log-1.a')).subarray(-40)
    writeFileSync(path.join(place, 'log-1.a'), frame, { flag: 'a' })
    expect(await using(place, (_log, state) => expect(contents(state)).toEqual(all))).toEqual([])
  })
})

describe('a folder of format 1', () => {
  async function levelFolder(): Promise<string> {
    const place = emptyFolder()
    const level = new ClassicLevel<string, Uint8Array>(place, { valueEncoding: 'view' })
    const revision = (value: number) => [0, 0, 0, 0, 0, 0, 0, value]
    await level.put('meta/form', new Uint8Array(revision(1)))
    await level.put('meta/revision', new Uint8Array(revision(9)))
    for (let i = 0; i < 5; i++)
      await level.put(`object/core/pods/x/p${i}`, new Uint8Array([...revision(i + 2), ...bytes(`{"i":${i}}`)]))
    await level.close()
    return place
  }

  it('is converted once, with its objects and revisions', async () => {
    const place = await levelFolder()
    const warned = await using(place, async (log, state) => {
      expect(contents(state)).toEqual(Object.fromEntries(Object.entries(all).slice(0, 5)))
      expect(await log.commit([put('later', '{}')])).toBe(10)
    })
    expect(warned.join('\n')).toMatch(/moved to format-1[^]*was converted from LevelDB to format 2/)
    expect(readdirSync(path.join(place, 'format-1'))).toContain('CURRENT')
    const again = await using(place, (_log, state) => expect(state.records.length).toBe(6))
    expect(again).toEqual([])
  })

  it('is refused with the cause when LevelDB finds it damaged, unless the loss is accepted', async () => {
    const place = await levelFolder()
    const manifest = readdirSync(place).find((name) => name.startsWith('MANIFEST'))
    writeFileSync(path.join(place, manifest ?? ''), 'nonsense')
    await expect(dataFolder(place, { clock: systemClock }).open()).rejects.toThrow(/its LevelDB files are damaged/)
    const warned = await using(place, (_log, state) => expect(state.records.length).toBe(5), true)
    expect(warned.join('\n')).toMatch(/objects may be missing/)
  })
})
