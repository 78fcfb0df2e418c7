import { expect, it } from 'vitest'
import { buildKustomization } from './build.ts'
import { filesOf } from './files.fixture.ts'

/** Builds the documents with a kustomization; returns the objects by kind. */
async function built(kustomization: string, ...documents: readonly string[]): Promise<Map<string, unknown>> {
  const files = filesOf({
    '/k/kustomization.yaml': `{resources: [all.yaml], ${kustomization}}`,
    '/k/all.yaml': documents.join('\n---\n'),
  })
  return new Map((await buildKustomization(files, '/k')).map((object) => [object.kind ?? '', object]))
}

const service = '{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: [{port: 80}]}}'
const widget =
  '{apiVersion: x.y/v1, kind: Widget, metadata: {name: w}, spec: {template: {spec: {containers: [{image: a}]}}}}'

it('adds common labels to the selector of a service that has none, and not to the template of a custom resource', async () => {
  const objects = await built('commonLabels: {a: b}', service, widget)
  expect(objects.get('Service')).toMatchObject({ metadata: { labels: { a: 'b' } }, spec: { selector: { a: 'b' } } })
  expect(objects.get('Widget')).toMatchObject({
    metadata: { labels: { a: 'b' } },
    spec: { template: { spec: { containers: [{ image: 'a' }] } } },
  })
  expect(objects.get('Widget')).not.toHaveProperty('spec.template.metadata')
})

it('adds common labels to existing selectors of policies only', async () => {
  const objects = await built(
    'commonLabels: {a: b}',
    '{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: n}, spec: {podSelector: {matchLabels: {c: d}}, ingress: [{from: [{podSelector: {}}]}]}}',
    '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: p}, spec: {minAvailable: 1}}',
  )
  expect(objects.get('NetworkPolicy')).toMatchObject({
    spec: { podSelector: { matchLabels: { a: 'b', c: 'd' } }, ingress: [{ from: [{ podSelector: {} }] }] },
  })
  expect(objects.get('PodDisruptionBudget')).toHaveProperty('spec', { minAvailable: 1 })
})

it('changes images in all lists of containers, and appends a suffix once for each place that it finds', async () => {
  const objects = await built('images: [{name: a, tagSuffix: -x}]', widget)
  expect(objects.get('Widget')).toMatchObject({ spec: { template: { spec: { containers: [{ image: 'a:-x-x' }] } } } })
})

it('moves kinds that it does not contain into the namespace, and the subjects that it names', async () => {
  const objects = await built(
    'namespace: shop, namePrefix: p-',
    '{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: v}}',
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: [{resourceNames: [s, other]}]}',
    '{apiVersion: v1, kind: ServiceAccount, metadata: {name: s}}',
    '{apiVersion: v1, kind: Secret, metadata: {name: s}}',
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: r}, subjects: [{kind: ServiceAccount, name: s}, {kind: ServiceAccount, name: s, namespace: far}, {kind: User, name: u}]}',
  )
  expect(objects.get('ValidatingAdmissionPolicy')).toHaveProperty('metadata', { name: 'p-v', namespace: 'shop' })
  expect(objects.get('ClusterRole')).toMatchObject({ rules: [{ resourceNames: ['p-s', 'other'] }] })
  expect(objects.get('ClusterRoleBinding')).toMatchObject({
    roleRef: { name: 'p-r' },
    subjects: [
      { name: 'p-s', namespace: 'shop' },
      { name: 's', namespace: 'far' },
      { kind: 'User', name: 'u' },
    ],
  })
})

it('applies operations after labels, and replacements before other transformers', async () => {
  const operations = '[{op: replace, path: /metadata/labels/a, value: c}, {op: add, path: /spec/on, value: yes}]'
  const objects = await built(
    `commonLabels: {a: b}, patchesJson6902: [{target: {kind: Service, name: .*}, patch: "- ${operations.slice(1, -1).replace('}, {', '}\\n- {')}"}]`,
    service,
  )
  expect(objects.get('Service')).toMatchObject({ metadata: { labels: { a: 'c' } }, spec: { on: true } })
})

const replacement = (path: string) =>
  `replacements: [{source: {kind: Service, fieldPath: spec.ports.0.port}, targets: [{select: {kind: Widget}, fieldPaths: ["${path}"], options: {create: true}}]}]`

it('adds the next item of a list for a replacement, and no later one', async () => {
  const objects = await built(replacement('spec.template.spec.containers.[image=a].ports.0.number'), service, widget)
  expect(objects.get('Widget')).toHaveProperty('spec.template.spec.containers', [
    { image: 'a', ports: [{ number: 80 }] },
  ])
  await expect(built(replacement('spec.template.spec.containers.2.size'), service, widget)).rejects.toThrow(
    'unable to find or create field "spec.template.spec.containers.2.size" in replacement target: index 2 specified but only 1 elements found',
  )
})

it('reads the value of an item in the target of a replacement as a regular expression', async () => {
  const many = widget.replace('[{image: a}]', '[{image: a}, {image: ab}, {image: c}]')
  const objects = await built(replacement('spec.template.spec.containers.[image=a|x].size'), service, many)
  expect(objects.get('Widget')).toHaveProperty('spec.template.spec.containers', [
    { image: 'a', size: 80 },
    { image: 'ab', size: 80 },
    { image: 'c' },
  ])
})

it('cannot turn a shared option off in a generator', async () => {
  const objects = await built(
    'generatorOptions: {disableNameSuffixHash: true, immutable: true}, configMapGenerator: [{name: g, literals: [a=b], options: {disableNameSuffixHash: false, immutable: false}}]',
    service,
  )
  expect(objects.get('ConfigMap')).toMatchObject({ metadata: { name: 'g' }, immutable: true })
})

const INHERITED = ['__proto__', 'constructor', 'toString']

it.each(INHERITED)('creates the field %s of a path in the object itself', async (name) => {
  const objects = await built(replacement(`spec.${name}.polluted`), service, widget)
  const { spec } = objects.get('Widget') as { spec: object }
  expect(Object.getOwnPropertyDescriptor(spec, name)?.value).toEqual({ polluted: 80 })
  expect({}).not.toHaveProperty('polluted')
})

it('finds no inherited field without the option create', async () => {
  const path = replacement('__proto__.toString').replace('create: true', 'create: false')
  await expect(built(path, service, widget)).rejects.toThrow(
    'unable to find field "__proto__.toString" in replacement target',
  )
  await expect(built(replacement('spec.[constructor=x]'), service, widget)).rejects.toThrow('unable to find or create')
  expect({}.toString()).toBe('[object Object]')
})

it.each(INHERITED)('adds labels at a specified field %s, and merges patches with it', async (name) => {
  const objects = await built(
    `labels: [{pairs: {a: b}, fields: [{path: spec/${name}/labels, create: true}]}], patches: [{patch: '{apiVersion: x.y/v1, kind: Widget, metadata: {name: w}, spec: {template: {${name}: [{c: d}]}}}'}], configMapGenerator: [{name: g, literals: ["${name}=x"], options: {disableNameSuffixHash: true}}]`,
    service,
    widget,
  )
  const { spec } = objects.get('Widget') as { spec: { template: object } }
  const { data } = objects.get('ConfigMap') as { data: object }
  expect(Object.getOwnPropertyDescriptor(spec, name)?.value).toEqual({ labels: { a: 'b' } })
  expect(Object.getOwnPropertyDescriptor(spec.template, name)?.value).toEqual([{ c: 'd' }])
  expect(Object.getOwnPropertyDescriptor(data, name)?.value).toBe('x')
  expect({}).not.toHaveProperty('labels')
})
