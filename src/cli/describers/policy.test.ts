import { expect, test } from 'vitest'
import { disruptionBudgetText } from './policy.ts'

const text = (spec: Record<string, unknown>): string =>
  disruptionBudgetText({ metadata: { name: 'a', namespace: 'n' }, spec: { selector: {}, ...spec } })

test('prints the bound that a disruption budget has', () => {
  expect(text({ minAvailable: '20%' })).toContain('Min available:\t20%\n')
  expect(text({ maxUnavailable: 1 })).toContain('Max unavailable:\t1\n')
})

test('prints no bound for a disruption budget without one', () => {
  expect(text({})).not.toMatch(/Min available|Max unavailable/)
})
