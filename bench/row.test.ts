import { expect, it } from 'vitest'
import type { Goal, Row } from './row.ts'
import { isMet, markdown, ratio, rowsOf } from './row.ts'

const row = (unit: Row['unit'], ours: number, other: number, goal?: Goal): Row => ({
  what: 'x',
  unit,
  ours,
  beside: { name: 'peer', figure: other },
  ...(goal && { goal }),
})

it('gives a higher ratio for more per second and for fewer milliseconds', () => {
  expect([ratio(row('/s', 30, 10)), ratio(row('ms', 10, 30))]).toEqual([3, 3])
})

it.each<[string, Row, boolean | undefined]>([
  ['a multiple of the peer', row('/s', 30, 10, { times: 3 }), true],
  ['a smaller multiple', row('ms', 11, 30, { times: 3 }), false],
  ['a lower bound', row('/s', 3000, 1, { atLeast: 3000 }), true],
  ['an upper bound', row('ms', 3.1, 1, { atMost: 3 }), false],
  ['no goal', row('ms', 1, 1), undefined],
  ['a multiple of a peer that was not measured', { what: 'x', unit: 'ms', ours: 1, goal: { times: 2 } }, undefined],
])('reports whether %s is met', (_what, measured, met) => {
  expect(isMet(measured)).toBe(met)
})

it('compares with the recorded server when the peer lacks a feature, and omits metrics that were not measured', () => {
  const rows = rowsOf(
    'way',
    { get: 5, applySame: 1060, configMap: 8 },
    { name: 'peer', figures: { get: 1, create: 4 } },
    { get: { times: 3 } },
  )
  expect(rows.map(({ what, beside, goal }) => [what, beside?.name, beside?.figure, goal])).toEqual([
    ['way: create a ConfigMap of 500 bytes', 'peer, a pod', 4, undefined],
    ['way: get a pod', 'peer', 1, { times: 3 }],
    ['way: apply without a change', 'kube-apiserver, recorded', 530, undefined],
  ])
})

it('writes a Markdown table', () => {
  const [, , line] = markdown([row('/s', 12_000, 4000, { times: 4 })]).split('\n')
  expect(line).toBe('| x | 12,000 /s | peer 4,000 /s | × 3.00 | × 4 | no |')
})

it('shows the spread of several rounds beside their median', () => {
  const [, , line] = markdown([{ what: 'x', unit: 'ms', ours: 2, spread: [1, 300] }]).split('\n')
  expect(line).toBe('| x | 2.00 ms (1.00 to 300) |  |  |  |  |')
})
