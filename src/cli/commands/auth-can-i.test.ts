import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

test('warns of verbs that kubectl does not list, and of unknown types', async () => {
  const review = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const answers = {
    [`POST ${review}`]: () => Response.json({ kind: 'SelfSubjectAccessReview', status: { allowed: true } }),
  }
  const warned = async (verb: string) => (await run(`auth can-i ${verb} cm`, answers, 'k8s')).stderr
  expect(await warned('escalate')).toContain("Warning: verb 'escalate' is not a known verb\n")
  expect((await run('auth can-i x nope', answers, 'k8s')).stderr).toBe(
    "Warning: the server doesn't have a resource type 'nope'\n\nWarning: verb 'x' is not a known verb\n\n",
  )
  expect(await warned('impersonate')).not.toContain('known verb')
})

test('sends a word as it is when discovery fails', async () => {
  const { stderr, requests } = await run(
    'auth can-i get pods',
    { 'GET /api': failure(403, { reason: 'Forbidden' }) },
    'k8s',
  )
  expect(stderr.split('\n').filter((line) => line.includes('server API group list'))).toHaveLength(2)
  expect(stderr).toContain("Warning: the server doesn't have a resource type 'pods'\n\nThe connection to the server")
  const { spec } = JSON.parse(String(requests.at(-1)?.body)) as { spec: { resourceAttributes: object } }
  expect(spec.resourceAttributes).toMatchObject({ group: '', resource: 'pods' })
})

test('warns of a list that may be incomplete', async () => {
  const status = {
    resourceRules: [],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: 'one authorizer lists nothing',
  }
  const path = 'POST /apis/authorization.k8s.io/v1/selfsubjectrulesreviews'
  const answers = { [path]: () => Response.json({ kind: 'SelfSubjectRulesReview', status }) }
  const { stderr, stdout } = await run('auth can-i --list', answers, 'k8s')
  expect(stderr).toBe('Warning: the list may be incomplete: one authorizer lists nothing\n')
  expect(stdout).toContain('Resources')
})
