import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { concurrentHistory, playConcurrent } from './concurrent-histories.ts'
import { playHistory } from './histories.ts'
import { ReferenceModel } from './reference-model.ts'

// `npm run histories` plays more, with another seed each time.
const seed = 20_240_501

test('random writes, lists, watches, compactions and restarts agree with the model', { timeout: 300_000 }, () =>
  fc.assert(fc.asyncProperty(commands, playHistory), { numRuns: 200, seed }),
)

test('concurrent writers of two objects see one order of changes', { timeout: 300_000 }, () =>
  fc.assert(fc.asyncProperty(concurrentHistory, playConcurrent), { numRuns: 200, seed }),
)

test('the model defines chunks, compactions and events', () => {
  const model = new ReferenceModel(1)
  const item = (place: string, revision: number) => ({ place, revision, labels: {}, value: '' })
  for (const place of ['a/x', 'a-b/x', 'b/y']) model.change(place, item(place, model.revision + 1))
  const question = { rv: '', match: '', limit: 2, token: undefined, namespace: '', selector: undefined, single: false }
  expect(model.list(question)).toMatchObject({ revision: 4, next: 'a/x', remaining: 1 })
  model.change('b/y', undefined)
  const rest = { ...question, token: { revision: 4, after: 'a/x' } }
  expect(model.list(rest)).toMatchObject({ revision: 4, items: [item('b/y', 4)] })
  model.compacted = 5
  expect(model.list(rest)).toEqual({ code: 410 })
  expect(model.events(3, 5, () => true)).toEqual([
    ['ADDED', item('b/y', 4)],
    ['DELETED', item('b/y', 5)],
  ])
})
