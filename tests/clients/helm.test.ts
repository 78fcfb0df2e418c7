import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBinary } from './client-binary.ts'
import type { ClientHome } from './client-program.ts'
import { clientHome } from './client-program.ts'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'

/** The folder of a small chart of this repository, which the real helm 3 installs. */
const chart = fileURLToPath(new URL('./chart/', import.meta.url))
let served: Served
let home: ClientHome

beforeAll(async () => {
  served = await serve(['--port', '0', '--dialect', 'k8s'])
  home = clientHome(served.url)
}, 120_000)

afterAll(async () => {
  expect(await served.stop()).toBe(0)
  home.remove()
})

async function helm(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await home.run(clientBinary('helm', '1.35'), args)
  expect(code, stderr).toBe(0)
  return stdout
}

async function colour(): Promise<string> {
  const { stdout } = await home.run(clientBinary('kubectl', '1.30'), [
    'get',
    'cm',
    'one-settings',
    '-o',
    'jsonpath={.data.colour}',
  ])
  return stdout
}

test('install creates the objects of the chart', async () => {
  expect(await helm('install', 'one', chart, '--create-namespace')).toContain('STATUS: deployed\nREVISION: 1\n')
  expect(await colour()).toBe('blue')
})

test('upgrade changes the release', async () => {
  expect(await helm('upgrade', 'one', chart, '--set', 'colour=red')).toContain('REVISION: 2\n')
  expect(await colour()).toBe('red')
})

test('rolls the change back, and shows it in the history', async () => {
  expect(await helm('rollback', 'one', '1')).toBe('Rollback was a success! Happy Helming!\n')
  expect(await colour()).toBe('blue')
  expect(JSON.parse(await helm('history', 'one', '-o', 'json'))).toMatchObject([
    { revision: 1, status: 'superseded' },
    { revision: 2, status: 'superseded' },
    { revision: 3, status: 'deployed' },
  ])
})

test('list and status show the release', async () => {
  expect(JSON.parse(await helm('list', '-o', 'json'))).toMatchObject([{ name: 'one', status: 'deployed' }])
  expect(await helm('status', 'one')).toContain('STATUS: deployed')
})

test('uninstall removes the release', async () => {
  expect(await helm('uninstall', 'one')).toBe('release "one" uninstalled\n')
  expect(await colour()).toBe('')
})
