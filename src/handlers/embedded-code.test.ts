import { expect, it } from 'vitest'
import { runsWithoutConsent } from './embedded-code.ts'

const FRAMED = true
const ALONE = false

it.each([
  ['an embed of a shared cluster', FRAMED, '?panes=edit#c1.abc', true],
  ['an embed of a manifest', FRAMED, '?panes=edit,terminal&host=https://docs.example', true],
  ['the address of an embed in a separate window', ALONE, '?panes=edit#c1.abc', false],
  ['an embed of a lesson by its address', FRAMED, '?panes=edit&scenario=lessons/a.yaml', false],
  ['an embed of a lesson by its link', FRAMED, '?panes=edit#s1.abc', false],
  ['the app', ALONE, '#c1.abc', false],
  ['the app in a frame', FRAMED, '?cluster=a', false],
])('decides whether code runs without consent in %s', (...[, isFramed, address, expected]) =>
  expect(runsWithoutConsent(new URL(address, 'https://tabplane.example/'), isFramed)).toBe(expected),
)
