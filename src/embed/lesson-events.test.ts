import { describe, expect, it } from 'vitest'
import type { Scenario } from '../scenario/scenario.ts'
import type { LessonRecord } from '../state/lesson-records.svelte.ts'
import { lessonEvents, scenarioState } from './lesson-events.ts'

const step = (checks: readonly string[], rightOption?: number) => ({
  title: `Step of ${checks.join()}`,
  checks: checks.map((name) => ({ name })),
  questions: rightOption === undefined ? [] : [{ options: [0, 1].map((at) => ({ right: at === rightOption })) }],
})
const scenario = { name: 'oven', title: 'An oven', steps: [step(['a', 'b']), step(['c'], 1)] } as unknown as Scenario
const record = (change: Partial<LessonRecord> = {}): LessonRecord => ({
  text: '',
  step: 0,
  reached: 0,
  passed: [],
  answers: [],
  ...change,
})
const names = (before: LessonRecord | undefined, after: LessonRecord): readonly unknown[] =>
  lessonEvents(scenario, before, after).map(({ detail }) => detail)

describe('events of a lesson', () => {
  it('name each check once, and the step when the last check passes', () => {
    expect(names(undefined, record({ passed: ['a'] }))).toEqual([{ scenario: 'oven', step: 0, check: 'a' }])
    expect(names(record({ passed: ['a'] }), record({ passed: ['a'] }))).toEqual([])
    expect(names(record({ passed: ['a'] }), record({ passed: ['a', 'b'] }))).toEqual([
      { scenario: 'oven', step: 0, check: 'b' },
      { scenario: 'oven', step: 0, finished: false },
    ])
  })

  it('wait for the questions of a step', () => {
    const before = record({ reached: 1, passed: ['c'] })
    expect(names(record({ reached: 1 }), before)).toEqual([{ scenario: 'oven', step: 1, check: 'c' }])
    expect(names(before, { ...before, answers: [0] })).toEqual([])
    expect(names(before, { ...before, answers: [1] })).toEqual([{ scenario: 'oven', step: 1, finished: true }])
  })

  it('do not occur after the last step', () => {
    expect(names(record({ reached: 1, passed: ['c'], answers: [1] }), record({ reached: 2 }))).toEqual([])
  })
})

it('the state of a lesson has the titles of its steps', () => {
  expect(scenarioState(scenario, record({ passed: ['a'] }))).toEqual({
    name: 'oven',
    title: 'An oven',
    steps: ['Step of a,b', 'Step of c'],
    step: 0,
    passed: ['a'],
  })
})
