import { expect, it } from 'vitest'
import { runsUnasked } from './unasked-code.ts'

it.each([
  ['an embed of a shared cluster', '?panes=edit', '#c1.abc', true, true],
  ['an embed of a manifest', '?panes=edit,terminal&host=https://docs.example', '', true, true],
  ['the address of an embed in a window of its own', '?panes=edit', '#c1.abc', false, false],
  ['an embed of a lesson by its address', '?panes=edit&scenario=lessons/a.yaml', '', true, false],
  ['an embed of a lesson by its link', '?panes=edit', '#s1.abc', true, false],
  ['the app', '', '#c1.abc', false, false],
  ['the app in a frame', '?cluster=a', '', true, false],
])('%s', (_, search, hash, isFramed, expected) => expect(runsUnasked({ search, hash }, isFramed)).toBe(expected))
