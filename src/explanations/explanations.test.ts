import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { ApiError } from '../client/api-error.ts'
import { applyManifest } from '../client/manifest.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { allCitations, citationOf, explanationsOf } from './explanations.ts'

const workload = (fields: string): string =>
  `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: a }\nspec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b } }, spec: { containers: [{ name: a, image: b, ${fields} }] } } }\n`
const map = (metadata: string, data = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\ndata: {${data}}\n`

describe('explanations of what this server refuses', () => {
  let server: Awaited<ReturnType<typeof serverCluster>>
  beforeAll(async () => {
    server = await serverCluster()
  })
  afterAll(() => server.close())

  it.each<[string, string, string]>([
    [map('{ name: a, labels: { tls: yes } }'), '.metadata.labels.tls', 'YAML reads yes, no, on'],
    [map('{ name: a }', ' port: 80, flag: true '), '.data.port', 'Write "80", with the quotes.'],
    [map('{ name: Upper_x }'), 'metadata.name', 'Call it upper-x.'],
    [map('{ name: a, labels: { a: "b c" } }'), 'metadata.labels', 'an annotation'],
    [map('{ name: a, namespace: nowhere }'), '', 'The namespace nowhere does not exist.'],
    [workload('tty: "x"'), 'tty', 'This must be true or false.'],
    [workload('imagePullPolicy: Sometimes'), 'imagePullPolicy', '"Always", "IfNotPresent", "Never"'],
    [workload('colour: red'), 'colour', 'no field of this name'],
    [workload('ports: [{ containerPort: "80" }]'), 'containerPort', 'without quotes'],
    [workload('ports: [{ containerPort: 99999 }]'), 'containerPort', 'Choose one from 1 to 65535.'],
    [workload('resources: { limits: { cpu: 1 core } }'), '', '250m'],
    ['apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: a }\n', '', 'authorization.svc.io/v1.'],
    ['apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: {}\n', 'spec.ports', 'missing'],
  ])('explains the refusal of %j', async (text, field, words) => {
    const { handle, discovery } = server
    const [result] = await applyManifest(text, {
      cluster: handle,
      resolve: (group, kind) => Promise.resolve(discovery.byKind(group, kind)),
      namespace: 'default',
    })
    const { error = new Error('it was accepted') } = result ?? {}
    const found = explanationsOf(error, dialects.svc)
    expect(found.map((each) => `${each.what} ${each.next}`).join('\n'), error.message).toContain(words)
    expect(found[0]?.field).toContain(field)
  })
})

const refusal = (message: string): ApiError =>
  new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 403 })

describe('explanations of recorded texts', () => {
  it.each<[string, string]>([
    [
      'json: cannot unmarshal bool into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy',
      'This must be text.',
    ],
    [
      'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "shop"',
      'bob to list pods in shop',
    ],
    ['pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2', 'pods=2 of pods=2'],
    [
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please',
      'has changed since this text was loaded',
    ],
    ['Internal error occurred: failed calling webhook "down.example.com": failed to call webhook', 'did not answer'],
    ['data: Forbidden: field is immutable when `immutable` is set', 'keeps its first value'],
  ])('explains the text %s', (message, words) => {
    const [found] = explanationsOf(refusal(message), dialects.svc)
    expect(found?.what).toContain(words)
  })

  it('returns no explanation for a text without a rule', () => {
    expect(explanationsOf(new Error('the moon is down'), dialects.svc)).toEqual([])
  })
})

describe('the rules of the reference', () => {
  it('cites the rule behind a text, and the rule about a status code or about all errors', () => {
    const error = refusal('namespaces "shop" not found')
    expect(explanationsOf(error, dialects.svc)[0]?.citation).toBe('verbs 8')
    expect(citationOf(error)).toBe('errors 3')
    expect(citationOf(new Error('the connection was lost'))).toBe('errors')
  })

  it.each(allCitations())('the cited rule %s exists', (citation) => {
    const [page = '', number = ''] = citation.split(' ')
    expect(readFileSync(`docs/reference/${page}.md`, 'utf8')).toMatch(new RegExp(`^${number}\\. `, 'm'))
  })
})
