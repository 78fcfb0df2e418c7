import { describe, expect, it } from 'vitest'
import { joinScenarioFolder, readScenarioFolder } from './read-scenario-folder.ts'
import { readScenario } from './read-scenario.ts'
import { ScenarioError, formatFault } from './scenario-error.ts'

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
    title: The config map holds a colour
    expr: objects('configmaps', 'shop').exists(c, c.data.colour == 'red')
solution:
  - run: kubectl create configmap settings
---

Create the **config map**.
`

const folder = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => ({ name, text }))

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  try {
    readScenarioFolder(folder(files))
  } catch (error) {
    if (error instanceof ScenarioError) return error.faults.map(formatFault)
    throw error
  }
  return []
}

describe('a scenario that is a folder of Markdown', () => {
  it('has the fields of its head, and a step for each other file in the order of the names', () => {
    const last = '---\ntitle: Read it\n---\nRead.\n'
    const scenario = readScenarioFolder(folder({ '10.md': last, '02.md': STEP, 'scenario.md': HEAD, 'a.txt': 'x' }))
    expect(scenario).toMatchObject({
      summary: 'You store a setting.\n',
      steps: [
        { title: 'Create it', text: 'Create the **config map**.\n' },
        { title: 'Read it', text: 'Read.\n' },
      ],
    })
    expect(scenario.steps[0]?.checks[0]?.place).toEqual({ file: '02.md', line: 6, column: 11 })
  })

  it('is the same scenario as one file', () => {
    const files = folder({ 'scenario.md': HEAD, '1.md': STEP })
    const { steps, ...fields } = readScenario(joinScenarioFolder(files))
    expect(fields).toEqual({ ...readScenarioFolder(files), steps: undefined, ...fields })
    expect(steps.map(({ title, text }) => [title, text])).toEqual([['Create it', 'Create the **config map**.\n']])
  })

  it('is refused with the file and the place of each mistake', () => {
    expect(faultsOf({ '1.md': STEP })).toEqual(['line 1, column 1: the folder has no file scenario.md'])
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': 'no fields' })).toEqual([
      '1.md, line 1, column 1: must begin with fields between two lines of ---',
    ])
    expect(faultsOf({ 'scenario.md': HEAD.replace('beginner', 'easy'), '1.md': STEP })).toEqual([
      'scenario.md, line 6, column 8: level must be one of beginner, intermediate, advanced',
    ])
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': STEP.replace('**config', '<b>config') })).toEqual([
      '1.md, line 11, column 12: steps[0].text is HTML, which scenarios do not have; write code between backticks',
    ])
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': STEP.replace('c.data', 'd.data') })).toEqual([
      `1.md, line 6, column 51: steps[0].checks[0].expr undeclared reference to 'd' (in container '')`,
    ])
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': STEP.replace('title: Create it', 'titel: x') })).toEqual([
      '1.md, line 2, column 8: steps[0].titel is an unknown field',
      '1.md, line 2, column 1: steps[0] must have the field title',
    ])
  })

  it('is refused for steps in its head', () => {
    const head = HEAD.replace('minutes: 3', 'minutes: 3\nsteps: []')
    expect(faultsOf({ 'scenario.md': head, '1.md': STEP })).toEqual([
      'scenario.md, line 8, column 8: steps is not a field of scenario.md; every other Markdown file is a step',
    ])
  })

  it('is refused when a file defines the text twice', () => {
    const both = STEP.replace('title: Create it', 'title: Create it\ntext: Another text')
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': both })).toEqual([
      '1.md, line 1, column 1: has the field text and a text below the fields; keep one of them',
    ])
  })

  it('is refused by its length before it is parsed', () => {
    expect(faultsOf({ 'scenario.md': HEAD, '1.md': STEP, '2.md': 'a'.repeat(300_000) })[0]).toContain(
      'a scenario has at most',
    )
  })
})
