import { expect, it } from 'vitest'
import { EvaluatedChecks } from './evaluated-checks.ts'
import type { Facts } from './facts.ts'

const NO_FACTS: Facts = { objects: () => [], requests: [], commands: [], events: [], revision: 0 }
const check = (name: string, expr: string) => ({ name, title: name, expr, needs: [], place: { line: 1, column: 1 } })
const OF_HISTORY = check('ran', 'commands.exists(c, c.code == 0)')
const OF_STATE = check('there', `object('pods', 'shop', 'a').hasValue()`)
const MIXED = check('both', `commands.size() > 0 && objects('pods').size() == 0`)

it('keeps a passed check that reads requests, commands or events, and evaluates other checks again', () => {
  const checks = new EvaluatedChecks([OF_HISTORY, OF_STATE, MIXED], NO_FACTS, ['ran', 'there', 'both'])
  expect([...checks.run()].map(([name, { status }]) => `${name} ${status}`)).toEqual([
    'ran passed',
    'there pending',
    'both passed',
  ])
})

it('evaluates a check that did not pass in an earlier visit', () => {
  const checks = new EvaluatedChecks([OF_HISTORY], NO_FACTS)
  expect(checks.run().get('ran')).toEqual({ status: 'pending' })
})
