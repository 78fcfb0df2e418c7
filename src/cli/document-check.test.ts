import { expect, it } from 'vitest'
import { discoveryOf, run } from './command-line.fixture.ts'

const gvk = (kind: string) => ({ group: '', version: 'v1', kind })
const KEY = 'x-kubernetes-group-version-kind'
const definition = (kind: string) => ({
  [KEY]: [gvk(kind)],
  type: 'object',
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, spec: { type: 'object', properties: {} } },
})
const published = {
  definitions: { Review: definition('Review'), Status: definition('Status'), Scale: definition('Scale') },
  paths: { '/scale': { patch: { [KEY]: gvk('Scale') } }, '/reviews': { post: { [KEY]: gvk('Review') } } },
}
const answers = {
  'GET /api': discoveryOf('', ['Review'], ['create']),
  'GET /openapi/v2': () => Response.json(published),
  'POST /api/v1/namespaces/default/reviews': () => Response.json({ apiVersion: 'v1', kind: 'Review', metadata: {} }),
}

async function created(kind: string, flags = '') {
  const files = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind, spec: { x: 1 } }) }
  return run(`create -f a.json${flags}`, answers, 'k8s', files)
}

const faulty = (kind: string): string =>
  `error: error validating "a.json": error validating data: ValidationError(${kind}.spec): unknown field "x" in ${kind}.spec; if you choose to ignore these errors, turn validation off with --validate=false\n`

it('checks a document without PATCH against the published schemas', async () => {
  expect((await created('Review')).stderr).toBe(faulty('Review'))
  expect((await created('Status')).stderr).toBe(faulty('Status'))
  expect((await created('Review', ' --validate=false')).stdout).toBe('review/<unknown> created\n')
})

it('leaves a kind to the server when the path of a subresource has a PATCH of it', async () => {
  expect((await created('Scale')).stderr).toMatch(/^error: resource mapping not found /)
  expect((await created('Scale', ' --validate=warn')).stderr).toMatch(/^error: resource mapping not found /)
})

it('logs that it cannot warn instead of checking', async () => {
  const { stdout, stderr } = await created('Review', ' --validate=warn')
  expect(stdout).toBe('review/<unknown> created\n')
  expect(stderr).toMatch(
    /^W\d.* schema.go:145\] cannot perform warn validation if .* unsupported, skipping validation\n$/,
  )
  const unknown = (await created('Unknown', ' --validate=warn')).stderr
  expect(unknown.match(/cannot perform warn validation/g)).toHaveLength(1)
})

const refuse = () =>
  Response.json({ kind: 'Status', reason: 'Unauthorized', code: 401, message: 'Unauthorized' }, { status: 401 })
const refused = (verb: string, flags = '', shared = {}) => {
  const answers = { 'GET /api': refuse, 'GET /openapi/v2': refuse, ...shared }
  return run(`${verb} -f a.json${flags}`, answers, 'k8s', { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap"}' })
}
const CREDENTIALS = 'the server has asked for the client to provide credentials'

it('refuses a document when the schemas cannot be read', async () => {
  for (const verb of ['apply', 'create --dry-run=client', 'replace', 'apply --server-side'])
    expect((await refused(verb)).stderr).toBe(
      `error: error validating "a.json": error validating data: failed to download openapi: ${CREDENTIALS}; if you choose to ignore these errors, turn validation off with --validate=false\n`,
    )
})

it('logs one failed discovery for each document that is not validated', async () => {
  for (const [verb, flags] of [
    ['delete', ''],
    ['apply', ' --validate=false'],
  ] as const) {
    const { stderr } = await refused(verb, flags)
    expect(stderr.match(/couldn't get current server API group list/g)).toHaveLength(1)
    expect(stderr.split('\n').at(-2)).toBe(`error: unable to recognize "a.json": ${CREDENTIALS}`)
  }
})

it('accepts a document when only the small document is refused', async () => {
  const { stderr } = await refused('apply', '', { 'GET /openapi/v2': () => Response.json(published) })
  expect(stderr).toContain('unable to recognize "a.json"')
})
