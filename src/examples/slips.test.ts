import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { applyManifest } from '../client/manifest.ts'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { parseDocuments } from '../editor/documents.ts'
import { serverFaults } from '../editor/server-faults.ts'
import { examples } from './examples.ts'

/** Common mistakes, with the message of the server and the line of the diagnostic. */
interface Slip {
  readonly example: string
  readonly title: string
  /** The correct text of the example. */
  readonly right: string
  readonly wrong: string
  readonly says: string
  /** The text of the line with the diagnostic. */
  readonly marked: string
}

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const slips: readonly Slip[] = [
  {
    example: 'guestbook',
    title: 'a selector that picks other pods',
    right: '        role: writer\n    spec:',
    wrong: '        role: writter\n    spec:',
    says: 'Invalid value: map[string]string{"app":"guestbook", "role":"writter"}: `selector` does not match template `labels`',
    marked: '      labels:',
  },
  {
    example: 'guestbook',
    title: 'a misspelt field',
    right: 'image: example.org',
    wrong: 'imgae: example.org',
    says: 'failed to create typed patch object (guestbook/page; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="page"].imgae: field not declared in schema',
    marked: '          imgae: example.org/guestbook:1.4',
  },
  {
    example: 'guestbook',
    title: 'a number in quotes',
    right: 'containerPort: 8080',
    wrong: 'containerPort: "8080"',
    says: 'failed to create typed patch object (guestbook/page; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="page"].ports[containerPort="8080",protocol="TCP"].containerPort: expected numeric (int or float), got string',
    marked: '              containerPort: "8080"',
  },
  {
    example: 'guestbook',
    title: 'a namespace that is not there',
    right: 'name: store-reader\n  namespace: guestbook',
    wrong: 'name: store-reader\n  namespace: guestbok',
    says: 'namespaces "guestbok" not found',
    marked: '  namespace: guestbok',
  },
  {
    example: 'database',
    title: 'a unit that does not exist',
    right: 'memory: 1Gi',
    wrong: 'memory: 1Gb',
    says: "failed to convert new object (data/postgres; apps/v1, Kind=StatefulSet) to proper version: unable to convert unstructured object to apps/v1, Kind=StatefulSet: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    marked: '              memory: 1Gb',
  },
  {
    example: 'database',
    title: 'an access mode of one’s own',
    right: '["ReadWriteMany"]',
    wrong: '["ReadWriteAll"]',
    says: 'Unsupported value: "ReadWriteAll": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    marked: '  accessModes: ["ReadWriteAll"]',
  },
  {
    example: 'ingress',
    title: 'a path without its type',
    right: '/api/orders\n            pathType: Prefix',
    wrong: '/api/orders',
    says: 'Required value: pathType must be specified',
    marked: '          - path: /api/orders',
  },
  {
    example: 'ingress',
    title: 'a host in capitals',
    right: '- host: shop.example.org',
    wrong: '- host: Shop.example.org',
    says: `Invalid value: "Shop.example.org": ${SUBDOMAIN}`,
    marked: '    - host: Shop.example.org',
  },
  {
    example: 'ingress',
    title: 'an annotation that is a number',
    right: '"100"',
    wrong: '100',
    says: 'failed to create typed patch object (edge/shop; networking.k8s.io/v1, Kind=Ingress): .metadata.annotations.edge.example.org/rate-limit: expected string, got &value.valueUnstructured{Value:100}',
    marked: '    edge.example.org/rate-limit: 100',
  },
  {
    example: 'cron-job',
    title: 'a schedule of four fields',
    right: '"0 3 * * *"',
    wrong: '"0 3 * *"',
    says: 'Invalid value: "0 3 * *": expected exactly 5 fields, found 4: [0 3 * *]',
    marked: '  schedule: "0 3 * *"',
  },
  {
    example: 'cron-job',
    title: 'a job that restarts for ever',
    right: 'restartPolicy: Never',
    wrong: 'restartPolicy: Always',
    says: 'Required value: valid values: "OnFailure", "Never"',
    marked: '          restartPolicy: Always',
  },
  {
    example: 'team-access',
    title: 'a rule without verbs',
    right: '    verbs: ["get", "patch"]\n',
    wrong: '',
    says: 'Required value: verbs must contain at least one value',
    marked: '  - apiGroups: ["apps"]',
  },
  {
    example: 'team-access',
    title: 'a kind in the wrong letters',
    right: 'kind: ClusterRole\n  name: node-reader\n  apiGroup',
    wrong: 'kind: Clusterrole\n  name: node-reader\n  apiGroup',
    says: 'Unsupported value: "Clusterrole": supported values: "ClusterRole"',
    marked: '  kind: Clusterrole',
  },
  {
    example: 'network-policies',
    title: 'an address without its length',
    right: 'cidr: 0.0.0.0/0',
    wrong: 'cidr: 0.0.0.0',
    says: 'Invalid value: "0.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    marked: '            cidr: 0.0.0.0',
  },
  {
    example: 'network-policies',
    title: 'a policy type in small letters',
    right: '["Ingress", "Egress"]',
    wrong: '["ingress", "Egress"]',
    says: 'Unsupported value: "ingress": supported values: "Ingress", "Egress"',
    marked: '  policyTypes: ["ingress", "Egress"]',
  },
  {
    example: 'two-managers',
    title: 'a name in capitals',
    right: 'name: checkout\n  namespace',
    wrong: 'name: Checkout\n  namespace',
    says: `Invalid value: "Checkout": ${SUBDOMAIN}`,
    marked: '  name: Checkout',
  },
]

let cluster: ServerCluster

beforeAll(async () => {
  cluster = await serverCluster('k8s')
  const resolve = (group: string, kind: string) => Promise.resolve(cluster.discovery.byKind(group, kind))
  // The namespaces exist; all other objects are only dry runs.
  for (const { files } of examples)
    for (const { text } of files) {
      const [first = ''] = dialects.k8s.spell(text).split('---')
      if (first.includes('kind: Namespace'))
        await applyManifest(first, { cluster: cluster.handle, resolve, namespace: 'default' })
    }
})
afterAll(() => cluster.close())

function lineAt(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at))
}

test.each(slips.map((slip) => [slip.example, slip.title, slip] as const))(
  'example %s reports the mistake: %s',
  async (id, _, { right, wrong, says, marked }) => {
    const text = dialects.k8s.spell(examples.find((example) => example.id === id)?.files[0]?.text ?? '')
    const broken = text.replace(right, wrong)
    expect(broken).not.toBe(text)
    const marks: { message: string; line: string }[] = []
    for (const document of parseDocuments(broken)) {
      const faults = await serverFaults(document.value as ApiObject, {
        cluster: cluster.handle,
        discovery: cluster.discovery,
        namespace: 'default',
        made: new Set(['guestbook']),
      })
      for (const { path, atKey, message } of faults ?? [])
        marks.push({ message, line: lineAt(broken, document.range(path, atKey).from) })
    }
    // The message is an explanation in plain words, followed by the server's text.
    expect(marks).toEqual([{ message: expect.stringMatching(/^.+\n/), line: marked }])
    expect(marks[0]?.message.slice(marks[0].message.indexOf('\n') + 1)).toBe(says)
  },
)

test('every example has mistakes in this table', () => {
  expect(new Set(slips.map(({ example }) => example))).toEqual(new Set(examples.map(({ id }) => id)))
})
