import { expect, it } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const object = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const leaving = { ...object('a'), metadata: { name: 'a', deletionTimestamp: '2024-01-01T00:00:00Z' } }
const refused = failure(400, { code: 400, reason: 'BadRequest', message: 'no' })

it('visits every file until its first fault, reports the first fault of all files, and warns of objects that are being deleted', async () => {
  const answers = {
    [`GET ${MAPS}/x`]: refused,
    [`GET ${MAPS}/y`]: refused,
    [`GET ${MAPS}/a`]: () => Response.json(leaving),
  }
  const files = {
    '1.json': `${JSON.stringify(object('x'))}\n${JSON.stringify(object('skipped'))}`,
    '2.json': '{',
    '3.json': JSON.stringify(object('a')),
  }
  const { stderr, code, requests } = await run('diff -f 1.json -f 2.json -f 3.json', answers, 'k8s', files)
  expect(stderr).toBe(
    'Warning: Detected changes to resource a which is currently being deleted.\nError from server (BadRequest): no\n',
  )
  expect(code).toBe(2)
  expect(requests.some(({ url }) => url.includes('skipped'))).toBe(false)
})

it('reports the failures of all items of a list', async () => {
  const items = [object('x'), { apiVersion: 'v1', kind: 'Nope', metadata: { name: 'n' } }, object('y')]
  const files = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) }
  const { stderr } = await run(
    'diff -f a.json',
    { [`GET ${MAPS}/x`]: refused, [`GET ${MAPS}/y`]: refused },
    'k8s',
    files,
  )
  expect(stderr).toContain(
    'Error from server (BadRequest): no\nunable to recognize no matches for kind "Nope" in version',
  )
})

it('names the file of a refused patch', async () => {
  const live = { ...object('a'), metadata: { name: 'a', resourceVersion: '1' } }
  const answers = {
    [`GET ${MAPS}/a`]: () => Response.json(live),
    [`PATCH ${MAPS}/a`]: refused,
    'GET /openapi/v3': () => Response.json({ paths: {} }),
    'GET /openapi/v2': () => Response.json({}),
  }
  const files = { 'a.json': JSON.stringify({ ...object('a'), data: { b: 'c' } }) }
  expect((await run('diff -f a.json', answers, 'k8s', files)).stderr).toContain(
    'Error from server (BadRequest): error when patching "a.json": no\n',
  )
})
