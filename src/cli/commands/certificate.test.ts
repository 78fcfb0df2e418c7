import { expect, test } from 'vitest'
import { discoveryOf, run } from '../command-line.fixture.ts'

const GROUP = 'certificates.k8s.io'

test('uses no namespace but that of an object in a file, and refuses other kinds', async () => {
  const object = (name: string, namespace?: string) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } })
  const files = {
    'a.json': object('a'),
    'b.json': object('b', 'other'),
    'c.json': '{"kind":"ConfigMap","metadata":{"name":"c"}}',
  }
  const answers = {
    '/apis': discoveryOf(GROUP, ['CertificateSigningRequest']),
    'GET /api/v1/namespaces/other/configmaps/b': () => Response.json(JSON.parse(files['b.json'])),
  }
  const refused = async (file: string) =>
    (await run(`certificate approve -n default -f ${file}`, answers, 'k8s', files)).stderr
  expect(await refused('a.json')).toBe('error: no namespace set on resource /v1, Resource=configmaps "a"\n')
  expect(await refused('c.json')).toBe('error: no namespace set on resource /v1, Resource=configmaps "c"\n')
  expect(await refused('b.json')).toBe(
    `error: can only handle CertificateSigningRequest.${GROUP} objects, got ConfigMap\n`,
  )
})
