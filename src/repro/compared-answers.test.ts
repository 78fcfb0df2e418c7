import { expect, it } from 'vitest'
import { answerDifferences } from './compared-answers.ts'

const recorded = (status: number, answer?: object) => ({
  after: 0,
  method: 'GET',
  url: '/api/v1/pods',
  status,
  ...(answer !== undefined && { answer: answer as never }),
})
const pod = (more: object, metadata: object = {}) => ({ kind: 'Pod', metadata: { name: 'a', ...metadata }, ...more })

it('finds no difference in two answers that differ only by identity and time', () => {
  const before = pod({ spec: { image: 'x' }, status: { phase: 'Pending' } }, { uid: '1', resourceVersion: '5' })
  const after = pod({ spec: { image: 'x' }, status: { phase: 'Running' } }, { uid: '2', resourceVersion: '9' })
  expect(answerDifferences(recorded(200, before), { status: 200, body: after })).toEqual([])
})

it('finds another code and another field', () => {
  const body = pod({ spec: { image: 'y' } })
  expect(answerDifferences(recorded(409, pod({ spec: { image: 'x' } })), { status: 201, body })).toEqual([
    'status: 201, was 409',
    '/spec/image: "y", was "x"',
  ])
})

it('compares refusals by their reason and message, without uids and revisions', () => {
  const status = (uid: string) => ({ kind: 'Status', reason: 'Conflict', message: `the UID is ${uid}`, code: 409 })
  const [one, two] = ['0123abcd-0000-4000-8000-000000000001', '0123abcd-0000-4000-8000-000000000002']
  expect(answerDifferences(recorded(409, status(one)), { status: 409, body: status(two) })).toEqual([])
  const other = { ...status(one), reason: 'Invalid' }
  expect(answerDifferences(recorded(409, status(one)), { status: 409, body: other })).toEqual([
    '/reason: "Invalid", was "Conflict"',
  ])
})

it('compares tables by the objects that users made', () => {
  const row = (name: string, owners: object[] = []) => ({
    cells: [name, 'Running', '5s'],
    object: { metadata: { name, ownerReferences: owners } },
  })
  const table = (...rows: object[]) => ({ kind: 'Table', rows })
  const before = table(row('a'), row('web-12', [{ name: 'web' }]))
  expect(answerDifferences(recorded(200, before), { status: 200, body: table(row('a')) as never })).toEqual([])
  expect(answerDifferences(recorded(200, before), { status: 200, body: table(row('b')) as never })).toEqual([
    '/names/0: "b", was "a"',
  ])
})
