import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle } from '../../scripts/bundle.mjs'

const scenario = (solution: string): string => `apiVersion: tabplane.dev/v1
kind: Scenario
name: play
title: Play
summary: A scenario to play.
level: beginner
minutes: 1
steps:
  - title: Only step
    text: Do it.
    checks: [{name: c, title: C, expr: "object('configmaps', 'default', 'a').hasValue()"}]
    solution: [{run: ${solution}}]
`
const GOOD = scenario('kubectl create configmap a')
const BAD = scenario('kubectl get configmap a')

let folder = ''
let program = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scenario-command-'))
  program = await bundle('package/bin/tabplane.ts')
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts `tabplane scenario …` in the folder. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [program, 'scenario', ...args], { cwd: folder })
  let output = ''
  let heard = (): void => undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      heard()
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  /** Resolves when the output holds the text that many times. */
  const printed = (text: string, times: number): Promise<void> =>
    new Promise((resolve) => {
      heard = () => output.split(text).length > times && resolve()
      heard()
    })
  return { child, ended, printed, output: () => output }
}

async function run(...args: string[]) {
  const { ended, output } = start(...args)
  return { code: await ended, output: output(), last: output().trimEnd().split('\n').at(-1) }
}

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)

it('exits with 0 when every scenario passes, and the last line counts them', async () => {
  await write('good.yaml', GOOD)
  expect(await run('test', 'good.yaml')).toMatchObject({ code: 0, last: '1 passed, 0 failed' })
})

it('exits with 1 when a scenario fails or cannot be read, and reports them as JUnit', async () => {
  await write('good.yaml', GOOD)
  await write('bad.yaml', BAD)
  await write('unreadable.yaml', 'kind: Scenario\n')
  const { code, last, output } = await run('test', 'good.yaml', 'bad.yaml', 'unreadable.yaml', '--junit', 'report.xml')
  expect([code, last]).toEqual([1, '1 passed, 2 failed'])
  expect(output).toContain('step 1 (Only step): check c is pending')
  const report = await readFile(path.join(folder, 'report.xml'), 'utf8')
  expect(report).toContain('tests="3" failures="2"')
})

it('fails a scenario that exceeds its budget of CPU time', async () => {
  await write('good.yaml', GOOD)
  const { code, output } = await run('test', 'good.yaml', '--budget', '0.001')
  expect(code).toBe(1)
  expect(output).toMatch(/took \d+\.\d s of CPU time; the budget is 0\.001 s/)
})

it.each([
  [[], 'scenario has the command test'],
  [['test'], 'name the scenarios to test'],
  [['test', 'none.yaml'], 'none.yaml'],
  [['test', '.', '--fast'], 'unknown flag --fast'],
  [['test', '.', '--junit'], '--junit'],
  [['test', '.', '--budget', 'small'], '--budget needs a number'],
])('exits with 2 for the wrong command line %j', async (args, message) => {
  const { code, output } = await run(...args)
  expect(code).toBe(2)
  expect(output).toContain(message)
})

it('plays again after each change with --watch', async () => {
  await write('watched.yaml', BAD)
  const { child, ended, printed } = start('test', 'watched.yaml', '--watch')
  await printed('0 passed, 1 failed', 1)
  // The first change may happen before the program watches; the text of each write differs.
  const writing = setInterval(() => void write('watched.yaml', `${GOOD}# ${Date.now()}\n`), 500)
  await printed('1 passed, 0 failed', 1)
  clearInterval(writing)
  child.kill()
  await ended
})
