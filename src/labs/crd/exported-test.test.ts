import { expect, it } from 'vitest'
import { readScenario } from '../../scenario/read-scenario.ts'
import { exportedTest } from './exported-test.ts'

const type = {
  group: 'bakery.example.com',
  version: 'v1',
  resource: 'cakes',
  kind: 'Cake',
  singular: 'cake',
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
}

it('is a scenario with a step for each row', () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'cakes' },
  }
  const text = exportedTest(definition, type, [
    { expected: 'valid', object: { spec: { slices: 8 } } },
    { expected: 'invalid', object: { spec: { slices: -1 } } },
  ])
  const { steps, objects } = readScenario(text)
  expect(objects).toEqual([definition])
  expect(steps.map(({ checks }) => checks[0]?.expr)).toEqual([
    `requests.exists(r, r.resource == 'cakes' && r.name == 'row-1' && r.code == 201)`,
    `requests.exists(r, r.resource == 'cakes' && r.name == 'row-2' && r.code == 422)`,
  ])
})
