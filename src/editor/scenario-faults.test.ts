import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { scenarioFaults } from './scenario-faults.ts'

const TEXT = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first config map
summary: You store a setting.
level: easy
minutes: 3
steps:
  - title: One
    text: Read <b>this</b>.
`

it('marks each mistake of a scenario from its place to the end of the line', async () => {
  const doc = Text.of(TEXT.split('\n'))
  const marks = await scenarioFaults(doc)
  expect(marks.map(({ from, to, message }) => [doc.sliceString(from, to), message])).toEqual([
    ['easy', 'level must be one of beginner, intermediate, advanced'],
  ])
  const sound = Text.of(TEXT.replace('easy', 'beginner').split('\n'))
  expect((await scenarioFaults(sound)).map(({ from, to }) => sound.sliceString(from, to))).toEqual([
    '<b>this</b>.',
    '</b>.',
  ])
})
