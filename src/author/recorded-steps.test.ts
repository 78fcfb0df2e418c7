import { expect, it } from 'vitest'
import { readScenario } from '../scenario/read-scenario.ts'
import { draftTemplate } from './draft-template.ts'
import { DraftError, addIdentity, addRecordedStep, addStart, identityOfUser } from './recorded-steps.ts'

const check = { name: 'a', title: 'a exists', expr: `object('configmaps', 'default', 'a').hasValue()` }
const run = { run: 'kubectl create configmap a', checks: [check] }
const apply = { apply: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b }\n', file: 'b.yaml', checks: [] }

it('adds recorded steps to a draft, which is then a valid scenario', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  const start = addStart(draftTemplate('k8s'), [namespace])
  const alice = addIdentity(start, { name: 'alice', user: 'alice' })
  const text = addRecordedStep(addRecordedStep(alice, { actions: [run, apply] }), { identity: 'alice', actions: [run] })
  expect(text).toMatch(/^# Record what you do/)
  const { objects, steps } = readScenario(text)
  expect(objects).toEqual([namespace])
  expect(steps.map(({ identity, checks }) => [identity, checks.map(({ name }) => name)])).toEqual([
    [undefined, ['a']],
    ['alice', ['a-2']],
  ])
  expect(steps[0]?.solution).toEqual([{ run: run.run }, { apply: apply.apply }])
  expect(steps[0]?.text).toContain('```run\nkubectl create configmap a\n```')
})

it('does not change the start of a draft that has steps', () => {
  const text = addRecordedStep(draftTemplate('k8s'), { actions: [run] })
  expect(addStart(text, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }])).toBe(text)
})

it('adds an identity once, and gives users with similar names different identities', () => {
  const alice = identityOfUser(draftTemplate('k8s'), 'Alice')
  expect(alice).toEqual({ name: 'alice', user: 'Alice' })
  const text = addIdentity(draftTemplate('k8s'), alice)
  expect(addIdentity(text, identityOfUser(text, 'Alice'))).toBe(text)
  expect(identityOfUser(text, 'alice')).toEqual({ name: 'alice-2', user: 'alice' })
  expect(identityOfUser(text, '…')).toEqual({ name: 'user', user: '…' })
})

it('refuses a draft that is not YAML or has no fields', () => {
  expect(() => addRecordedStep('a: [', { actions: [run] })).toThrow(DraftError)
  expect(() => addRecordedStep('text', { actions: [run] })).toThrow('The draft has no fields')
})
