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
    'GET /apis': discoveryOf(GROUP, ['CertificateSigningRequest']),
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

test('prints a request as it was before its approval', async () => {
  const name = 'certificatesigningrequests'
  const path = `/apis/${GROUP}/v1/${name}/a`
  const bodies: unknown[] = []
  const type = { resource: name, scope: 'Cluster', responseKind: { kind: 'CertificateSigningRequest' }, verbs: ['get'] }
  const group = { metadata: { name: GROUP }, versions: [{ version: 'v1', resources: [type] }] }
  const request = { kind: 'CertificateSigningRequest', apiVersion: `${GROUP}/v1`, metadata: { name: 'a' } }
  const decided = { ...request, status: { conditions: [{ type: 'Approved', status: 'True' }] } }
  const approve = async (stored: object, flags: string) =>
    (
      await run(
        `certificate approve a ${flags}`,
        {
          'GET /apis': () => Response.json({ kind: 'APIGroupDiscoveryList', items: [group] }),
          [`GET ${path}`]: () => Response.json(stored),
          [`PUT ${path}/approval`]: ({ body }) => {
            bodies.push(JSON.parse(String(body)))
            return Response.json(decided)
          },
        },
        'k8s',
      )
    ).stdout
  expect(await approve(request, '-o json')).toMatch(/^\{\n {4}"apiVersion"(?:(?!status)[^])*$/)
  expect(bodies).toMatchObject([{ status: { conditions: [{ type: 'Approved' }] } }])
  await approve(decided, '--force')
  expect(bodies[1]).toEqual(decided)
})
