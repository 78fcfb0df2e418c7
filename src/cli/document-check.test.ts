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
