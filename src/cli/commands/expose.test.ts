import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

const discovered = (resource: string, kind: string) => ({
  resource,
  singularResource: kind.toLowerCase(),
  responseKind: { kind },
  scope: 'Namespaced',
  verbs: ['get', 'create'],
})
const resources = [discovered('pods', 'Pod'), discovered('services', 'Service')]
const answers = {
  'GET /api': () =>
    Response.json({
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: {}, versions: [{ version: 'v1', resources }] }],
    }),
}

const pod = (name: string, ports: object[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { run: name } },
  spec: { containers: [{ name: 'c', image: 'i', ports }] },
})

const exposed = (objects: object[], more = '') =>
  run(`expose -f a.yaml --dry-run=client -o yaml${more}`, answers, 'k8s', {
    'a.yaml': objects.map((object) => JSON.stringify(object)).join('\n'),
  })

test('gives a port with two protocols two entries', async () => {
  const both = [{ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' }]
  const { stdout } = await exposed([pod('dns', both)])
  expect(stdout).toContain(
    `  ports:
  - name: port-1-tcp
    port: 53
    protocol: TCP
    targetPort: 53
  - name: port-1-udp
    port: 53
    protocol: UDP
    targetPort: 53
`,
  )
  expect((await exposed([pod('dns', both)], ' --protocol=UDP')).stdout).toContain('  - port: 53\n    protocol: UDP\n')
})

test.each([
  ['--port=4294967376 --target-port=+90', '  - port: 80\n    protocol: TCP\n    targetPort: 90\n'],
  ['--port=-1 --target-port=9x', '  - port: -1\n    protocol: TCP\n    targetPort: 9x\n'],
  ['--port=99999999999999999999', 'error: strconv.Atoi: parsing "99999999999999999999": value out of range\n'],
])('reads the ports of %s as Go reads integers', async (words, printed) => {
  const { stdout, stderr } = await exposed([pod('a', [])], ` ${words}`)
  expect(stdout + stderr).toContain(printed)
})

test('exposes later objects with selector, labels and port of the first', async () => {
  const { stdout, stderr } = await exposed([pod('a', [{ containerPort: 80 }]), pod('b', [])])
  expect(stderr).toBe('')
  const [first = '', second = ''] = stdout.split('---\n')
  expect(second).toBe(first.replace('  name: a\n', '  name: b\n'))
})

test('needs no port for a headless service', async () => {
  expect((await exposed([pod('a', [])])).stderr).toBe("error: couldn't find port via --port flag or introspection\n")
  const { stdout } = await exposed([pod('a', [])], ' --cluster-ip=None')
  expect(stdout).toContain('  clusterIP: None\n  selector:\n')
})

test('refuses selectors that no service can have', async () => {
  const deployment = (selector: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { selector, template: { spec: { containers: [] } } },
  })
  const matchExpressions = [
    { key: 'a', operator: 'In', values: ['b', 'c'] },
    { key: 'd', operator: 'Exists' },
  ]
  const about = "error: couldn't retrieve selectors via --selector flag or introspection: "
  expect((await exposed([deployment({ matchExpressions })])).stderr).toBe(
    `${about}invalid deployment: no selectors, therefore cannot be exposed\n`,
  )
  expect((await exposed([deployment({ matchLabels: { a: 'b' }, matchExpressions })])).stderr).toBe(
    `${about}couldn't convert expressions - "[{Key:a Operator:In Values:[b c]} {Key:d Operator:Exists Values:[]}]" to map-based selector format\n`,
  )
  expect((await exposed([pod('a', [])], ' --port=80 --selector=a=b=c')).stderr).toBe(
    'error: unexpected label spec: a=b=c\n',
  )
  expect((await exposed([pod('a', [])], ' --port=80 --selector==c')).stderr).toBe('error: unexpected empty label key\n')
})

test('a dry run of the client saves no configuration', async () => {
  expect((await exposed([pod('a', [{ containerPort: 1 }])], ' --save-config')).stdout).not.toContain('annotations')
})
