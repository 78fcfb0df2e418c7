import { expect, it } from 'vitest'
import { FollowedFolder } from './followed-folder.ts'

/** A folder in memory; code that begins with `bad` does not start. */
function open(first: Record<string, string>) {
  const files = new Map(Object.entries(first))
  const log: string[] = []
  const started: Promise<unknown>[] = []
  const folder = new FollowedFolder({
    names: () => Promise.resolve([...files.keys()]),
    read: async (name) => files.get(name) ?? Promise.reject(new Error('ENOENT')),
    async start(name, text) {
      log.push(`start ${name} ${text}`)
      await Promise.all(started)
      if (text.startsWith('bad')) throw new Error(`${text} (3:1)`)
      return true
    },
    stop: (name) => log.push(`stop ${name}`),
    report: (name, text) => log.push(`${name}: ${text}`),
  })
  const look = async (): Promise<string[]> => {
    await folder.rescan()
    await folder.settled()
    return log.splice(0)
  }
  return { files, folder, look, started }
}

it('starts each handler of the folder', async () => {
  const { look } = open({ a: '1', b: '2' })
  expect(await look()).toEqual(['start a 1', 'start b 2', 'a: The handler runs', 'b: The handler runs'])
})

it('starts again only the handler whose file has changed', async () => {
  const { files, look } = open({ a: '1', b: '2' })
  await look()
  files.set('a', '3')
  expect(await look()).toEqual(['start a 3', 'a: The file has changed; its new code runs'])
})

it('starts an added file and stops a removed one', async () => {
  const { files, look } = open({ a: '1' })
  await look()
  files.delete('a')
  files.set('b', '2')
  expect(await look()).toEqual([
    'stop a',
    'a: The file was removed; the handler is stopped',
    'start b 2',
    'b: The handler runs',
  ])
})

it('does nothing for a file whose text is the same', async () => {
  const { look } = open({ a: '1', b: 'bad' })
  await look()
  expect(await look()).toEqual([])
})

it('stops the handler of a file whose new code does not start, and says why', async () => {
  const { files, look } = open({ a: '1' })
  await look()
  files.set('a', 'bad')
  expect(await look()).toEqual([
    'start a bad',
    'stop a',
    'a: bad (3:1)',
    'a: The handler is stopped until its file changes',
  ])
  files.set('a', '2')
  expect(await look()).toEqual(['start a 2', 'a: The file has changed; its new code runs'])
})

it('reports no fault of a file that was read while it was written', async () => {
  const { files, folder, look, started } = open({ a: '1' })
  await look()
  files.set('a', 'bad half')
  let written = (): void => undefined
  started.push(new Promise<void>((resolve) => (written = resolve)))
  await folder.rescan()
  files.set('a', 'whole')
  written()
  const log = await look()
  expect(log).toEqual(['start a bad half', 'start a whole', 'a: The file has changed; its new code runs'])
})

it('stops the handler of a file that cannot be read', async () => {
  const { files, look } = open({ a: '1' })
  await look()
  files.set('a', undefined as unknown as string)
  expect(await look()).toEqual(['stop a', 'a: ENOENT', 'a: The handler is stopped until its file changes'])
})

it('keeps the handlers of a folder that cannot be read, and goes on when it can', async () => {
  let fault: Error | undefined
  const log: string[] = []
  const folder = new FollowedFolder({
    names: () => (fault === undefined ? Promise.resolve(['a']) : Promise.reject(fault)),
    read: () => Promise.resolve('1'),
    start: () => Promise.resolve(true),
    stop: (name) => log.push(`stop ${name}`),
    report: () => undefined,
  })
  await folder.rescan()
  fault = new Error('EACCES')
  await expect(folder.rescan()).rejects.toThrow('EACCES')
  fault = undefined
  await folder.rescan()
  expect(log).toEqual([])
})
