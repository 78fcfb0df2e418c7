import { describe, expect, it } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

const MAP = '/api/v1/namespaces/default/configmaps/a'
const missing = failure(404, { code: 404, reason: 'NotFound', message: 'configmaps "a" not found' })
const answers = { [`GET ${MAP}`]: missing, [`PATCH ${MAP}`]: missing }
const file = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }

describe('an unknown output format', () => {
  it.each([
    'patch cm a -p {} -o bad',
    'edit cm a -o bad',
    'apply edit-last-applied cm a -o bad',
    'rollout pause cm a -o bad',
    'autoscale cm a --max=1 -o bad',
  ])('is refused after a missing object: %s', async (line) => {
    expect((await run(line, answers, 'k8s', file)).stderr).toBe(
      'Error from server (NotFound): configmaps "a" not found\n',
    )
  })

  it.each(['apply -f none.json -o bad', 'auth reconcile -f none.json -o bad'])(
    'is refused after a missing file: %s',
    async (line) => {
      expect((await run(line, answers, 'k8s', file)).stderr).toBe('error: the path "none.json" does not exist\n')
    },
  )

  it.each(['scale cm a --replicas=-1 -o bad', 'set sa -f a.json -o bad', 'apply set-last-applied -f none.json -o bad'])(
    'is refused first: %s',
    async (line) => {
      expect((await run(line, answers, 'k8s', file)).stderr).toContain('unable to match a printer')
    },
  )
})

describe('an empty output format', () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const served = {
    [`GET ${MAP}`]: () => Response.json(map),
    'POST /api/v1/namespaces/default/serviceaccounts/a/token': () =>
      Response.json({ kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: { name: 'a' } }),
    'POST /apis/authentication.k8s.io/v1/selfsubjectreviews': () =>
      Response.json({ kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} }),
  }
  const printed = async (...words: string[]) => (await run(words, served, 'k8s', file)).stdout

  it('prints names, and hides a template except from get', async () => {
    const both = ['-o', '', '--template={{.kind}}']
    expect(await printed('create', 'cm', 'a', '--dry-run=client', ...both)).toBe('configmap/a created (dry run)\n')
    expect(await printed('create', 'token', 'a', ...both)).toBe('tokenrequest.authentication.k8s.io/a created\n')
    expect(await printed('auth', 'whoami', ...both)).toBe('selfsubjectreview.authentication.k8s.io/<unknown>\n')
    expect(await printed('config', 'view', ...both)).toBe('config/<unknown>\n')
    expect(await printed('get', 'cm', 'a', ...both)).toBe('ConfigMap')
  })

  it('is not the same as a template alone, which whoami ignores', async () => {
    expect(await printed('auth', 'whoami', '--template={{.kind')).toContain('ATTRIBUTE')
    expect(await printed('create', 'cm', 'a', '--dry-run=client', '--template={{.kind}}')).toBe('ConfigMap')
  })
})

it.each(['constructor', '__proto__'])('has no output format of the inherited name %s', async (format) => {
  const answers = { 'GET /api': discoveryOf('', ['ConfigMap']) }
  const { stderr } = await run(`create cm a --dry-run=client -o ${format}`, answers, 'k8s')
  expect(stderr).toContain(`unable to match a printer suitable for the output format "${format}"`)
})
