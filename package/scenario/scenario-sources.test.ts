import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changedPaths } from './changed-paths.ts'
import { scenarioSources } from './scenario-sources.ts'
import { testScenario } from './scenario-tests.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'scenarios-'))
})
afterEach(() => rm(root, { recursive: true }))

const HEAD = `---
apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first config map
level: beginner
minutes: 3
---
You store a setting.
`
const STEP = `---
title: Create it
checks:
  - name: colour
    title: There is a config map
    expr: object('configmaps', 'default', 'settings').hasValue()
solution:
  - run: kubectl create configmap settings
---
Create it.
`

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), text)
}

it('finds YAML files and folders of Markdown below a folder, and plays a folder of Markdown', async () => {
  await write('a/one.yaml', 'x')
  await write('b/scenario.md', HEAD)
  await write('b/1-create.md', STEP)
  await write('README.md', 'no scenario')
  const sources = await scenarioSources([root])
  expect(sources.map((source) => path.relative(root, source.path))).toEqual(['a/one.yaml', 'b'])
  const [, folder] = sources
  expect(folder && (await testScenario(folder)).faults).toEqual([])
})

it('names the file of a mistake in a folder', async () => {
  await write('scenario.md', HEAD)
  await write('1.md', STEP.replace('hasValue', 'hasVal'))
  const [source] = await scenarioSources([root])
  expect(source && (await testScenario(source)).faults[0]).toMatch(
    /^1\.md, line 6, column \d+: steps\[0\]\.checks\[0\]\.expr /,
  )
})

it('refuses a folder without scenarios', async () => {
  await expect(scenarioSources([root])).rejects.toThrow('holds no .json, .yaml, .yml file and no scenario.md')
})

it('reports changes, also changes during the work of the caller', async () => {
  const stopper = new AbortController()
  const changes = changedPaths([root], stopper.signal)
  const first = changes.next()
  await write('one.yaml', 'a')
  expect(await first).toEqual({ done: false, value: undefined })
  await write('one.yaml', 'b')
  expect(await changes.next()).toEqual({ done: false, value: undefined })
  stopper.abort()
  // The watchers end with the signal.
  expect((await changes.next()).done).toBe(true)
})
