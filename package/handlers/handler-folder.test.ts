import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parseFlags } from '../../serve/flags.ts'
import { serverOptions } from '../../serve/options.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { fetchHandle } from '../server/fetch-handle.ts'
import type { FolderChangeListener } from './folder-changes.ts'
import { guardConfiguration } from './guard-configuration.fixture.ts'
import { handlerFolder } from './handler-folder.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const temporary = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'handlers-'))
  opened.push(() => rmSync(folder, { recursive: true }))
  return folder
}

const guard = (text: string): string =>
  `export default { kind: 'webhook', service: 'default/guard', routes: { '/': { admission: () => ({ denied: '${text}' }) } } }`

type Options = Parameters<typeof handlerFolder>[0]

/** A server with the handlers of a folder. `denial` sends a write that they refuse. */
async function start(folder: string, changes?: Options['changes']) {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  const companion = handlerFolder({ folder, write, ...(changes && { changes }) })
  const flags = parseFlags(['--dialect', 'k8s', '--port', '8080'])
  const given = { ...(await serverOptions(flags)), tokens: 'secret,admin,1,system:masters' }
  const server = await createApiServer({ ...given, ...companion.options(given) })
  opened.push(() => server.close())
  await server.start()
  await companion.started(server.handle)
  opened.push(() => companion.close())
  const fetch = fetchHandle(server.handle, 'Bearer secret')
  const post = async (url: string, body: object): Promise<string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { message?: string }).message ?? ''
  }
  await post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', guardConfiguration('/'))
  const denial = (): Promise<string> =>
    post('/api/v1/namespaces/default/secrets?dryRun=All', { metadata: { name: 'a' } })
  const log = (): string => lines.join('\n')
  return { denial, log }
}

const minute = { timeout: 60_000 }

it(
  'runs a changed file, reports a syntax error with its line, and stops a removed one',
  { timeout: 300_000 },
  async () => {
    const folder = temporary()
    const file = path.join(folder, 'guard.handler.ts')
    const other = path.join(folder, 'other.handler.ts')
    writeFileSync(file, guard('first'))
    writeFileSync(other, guard('other').replace('default/guard', 'default/other'))
    const { denial, log } = await start(folder)
    expect(await denial()).toContain('first')
    writeFileSync(file, guard('second'))
    await expect.poll(denial, minute).toContain('second')
    expect(log()).toContain('guard.handler.ts: The file has changed; its new code runs')
    writeFileSync(file, 'export default {\n  a:\n}\n')
    await expect.poll(log, minute).toContain('guard.handler.ts: The handler is stopped until its file changes')
    expect(log()).toContain('(3:1)')
    expect(await denial()).toContain('failed calling webhook')
    writeFileSync(file, guard('third'))
    await expect.poll(denial, minute).toContain('third')
    rmSync(file)
    await expect.poll(log, minute).toContain('guard.handler.ts: The file was removed; the handler is stopped')
    expect(await denial()).toContain('failed calling webhook')
    expect(log().match(/^other.handler.ts: .*/gm)).toEqual(['other.handler.ts: The handler runs'])
  },
)

it(
  'runs linked files, and runs the new files when a mounted ConfigMap replaces its links',
  { timeout: 120_000 },
  async () => {
    const folder = temporary()
    const version = (name: string, text: string): void => {
      mkdirSync(path.join(folder, name))
      writeFileSync(path.join(folder, name, 'guard.handler.ts'), guard(text))
      symlinkSync(name, path.join(folder, '..data_tmp'))
      renameSync(path.join(folder, '..data_tmp'), path.join(folder, '..data'))
    }
    version('..1', 'first')
    symlinkSync('..data/guard.handler.ts', path.join(folder, 'guard.handler.ts'))
    const { denial } = await start(folder)
    expect(await denial()).toContain('first')
    version('..2', 'second')
    await expect.poll(denial, minute).toContain('second')
  },
)

it('replaces a handler that does not finish its start', { timeout: 120_000 }, async () => {
  const folder = temporary()
  const file = path.join(folder, 'guard.handler.ts')
  let listener: FolderChangeListener | undefined
  const { denial, log } = await start(folder, (_, added) => {
    listener = added
    return () => undefined
  })
  writeFileSync(file, 'await new Promise(() => {})')
  listener?.changed()
  writeFileSync(file, 'for (;;);')
  listener?.changed()
  writeFileSync(file, guard('done'))
  listener?.changed()
  await expect.poll(denial, minute).toContain('done')
  expect(log()).toMatch(/^guard.handler.ts: [^\n]*runs$/)
})

it('says that changes are not noticed when the folder cannot be watched', async () => {
  const { log } = await start(temporary(), (_, { failed }) => {
    failed(new Error('ENOSPC'))
    return () => undefined
  })
  expect(log()).toMatch(/handlers-\w+: Changes of the files are not noticed: ENOSPC$/)
})

it('starts no server for a folder that is not there', async () => {
  await expect(start(path.join(temporary(), 'none'))).rejects.toThrow('ENOENT')
})
