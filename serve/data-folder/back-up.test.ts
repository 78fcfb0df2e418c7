import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../worker/clock/clock.ts'
import { backUp, restore } from './back-up.ts'
import { dataFolder } from './data-folder.ts'
import { packBatches } from '../../worker/store/persistence/batch.ts'
import { CHAIN_START, encodeFrame, FRAME_KINDS } from './frames.ts'

let root = ''
beforeAll(() => void (root = mkdtempSync(path.join(tmpdir(), 'back-up-'))))
afterAll(() => rmSync(root, { recursive: true }))

const place = (name: string) => path.join(root, name)
const open = (name: string) => dataFolder(place(name), { clock: systemClock })
const change = (name: string, text = 'x') => ({
  key: `core/pods/x/${name}`,
  value: new TextEncoder().encode(text),
  expected: 0,
})

it('restores every object, 1,000 revisions higher, from a back-up of a folder in use', async () => {
  const log = open('used')
  await log.open()
  for (let i = 0; i < 20; i++) await log.commit([change(`p${i}`, `${i}`)])
  await log.commit([{ key: 'core/pods/x/p3', value: undefined, expected: 5 }])
  expect(await backUp(place('used'), place('used.backup'))).toEqual({ objects: 19, revision: 22 })
  await log.commit([change('later')])
  await log.close()
  expect(await restore(place('used.backup'), place('restored'))).toEqual({ objects: 19, revision: 1022 })
  const restored = open('restored')
  const { records } = await restored.open()
  expect(records.map(({ key, value }) => `${key} ${new TextDecoder().decode(value)}`).sort()).toEqual(
    Array.from({ length: 20 }, (_, i) => `core/pods/x/p${i} ${i}`)
      .filter((_text, i) => i !== 3)
      .sort(),
  )
  expect(await restored.commit([change('later')])).toBe(1023)
  await restored.close()
})

it('backs up every acknowledged change while a server writes and replaces its log', async () => {
  const log = open('busy')
  await log.open()
  const large = 'x'.repeat(400_000)
  let written = 0
  const done = new AbortController()
  const writing = (async () => {
    for (; !done.signal.aborted; written++)
      await log.commit([change(`p${written}`), change('large', `${written}${large}`)])
  })()
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => written, { interval: 1 }).toBeGreaterThan((i + 1) * 12)
    const before = written
    const { objects } = await backUp(place('busy'), place(`busy-${i}.backup`))
    expect(objects).toBeGreaterThan(before)
  }
  done.abort()
  await writing
  await log.close()
  await restore(place('busy-4.backup'), place('busy-restored'))
})

it('refuses a damaged or incomplete back-up and a folder that is not empty', async () => {
  const log = open('small')
  await log.open()
  await log.commit([change('a')])
  await log.close()
  await backUp(place('small'), place('small.backup'))
  const bytes = readFileSync(place('small.backup'))
  for (let at = 0; at < bytes.length; at += 4) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    writeFileSync(place('damaged.backup'), damaged)
    await expect(restore(place('damaged.backup'), place('never'))).rejects.toThrow('is not a whole back-up')
  }
  truncateSync(place('damaged.backup'), bytes.length - 24)
  await expect(restore(place('damaged.backup'), place('never'))).rejects.toThrow('is not a whole back-up')
  mkdirSync(place('never'), { recursive: true })
  await expect(restore(place('small.backup'), place('small'))).rejects.toThrow('is not empty')
})

it('refuses to back up a damaged folder unless the loss is accepted', async () => {
  const log = open('broken')
  await log.open()
  for (const name of ['a', 'b', 'c']) await log.commit([change(name, `value of ${name}`)])
  await log.close()
  for (const copy of ['a', 'b']) {
    const file = path.join(place('broken'), `log-1.${copy}`)
    const bytes = readFileSync(file)
    const at = bytes.indexOf('value of b')
    bytes[at] = 0
    writeFileSync(file, bytes)
  }
  await expect(backUp(place('broken'), place('broken.backup'))).rejects.toThrow(
    'Lost: revision 3 (core/pods/x/b at 3, missing)',
  )
  expect(await backUp(place('broken'), place('broken.backup'), true)).toEqual({ objects: 2, revision: 4 })
})

it.skipIf(process.platform === 'win32')('lets only its owner read a folder and a back-up', async () => {
  const log = open('own')
  await log.open()
  await log.commit([change('a')])
  await log.close()
  await backUp(place('own'), place('own.backup'))
  await restore(place('own.backup'), place('own-restored'))
  const others = (name: string): number => statSync(place(name)).mode & 0o077
  const files = ['own', 'own-restored'].flatMap((name) => [
    name,
    ...readdirSync(place(name)).map((file) => `${name}/${file}`),
  ])
  for (const name of [...files, 'own.backup']) expect([name, others(name)]).toEqual([name, 0])
})

it.each([2 ** 53, 1e300, 0.5, Infinity])(
  'refuses the revision %d in a back-up with correct checksums',
  async (last) => {
    const file = place(`revision-${last}.backup`)
    const value = new TextEncoder().encode('{}')
    const [batch] = packBatches([{ key: 'core/pods/x/a', revision: last, value }], 2, last)
    let chain = CHAIN_START
    const frame = (kind: (typeof FRAME_KINDS)[keyof typeof FRAME_KINDS], body: Uint8Array): Uint8Array => {
      const encoded = encodeFrame(kind, body, chain)
      ;({ chain } = encoded)
      return encoded.bytes
    }
    const origin = new TextEncoder().encode(JSON.stringify({ format: 2, generation: 1 }))
    const parts = [
      frame(FRAME_KINDS.origin, origin),
      frame(FRAME_KINDS.batch, batch?.bytes ?? new Uint8Array()),
      frame(FRAME_KINDS.end, new Uint8Array()),
    ]
    writeFileSync(file, Buffer.concat(parts))
    await expect(restore(file, place(`revision-${last}`))).rejects.toThrow('nothing was restored')
  },
)
