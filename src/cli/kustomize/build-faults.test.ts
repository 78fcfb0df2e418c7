import { expect, test } from 'vitest'
import { buildKustomization } from './build.ts'
import { filesOf, pod } from './files.fixture.ts'

test.each([
  [
    'resources: x',
    'invalid Kustomization: json: cannot unmarshal string into Go struct field Kustomization.resources of type []string',
  ],
  [
    'namespace: 1\nnamePrefix: true',
    'invalid Kustomization: json: cannot unmarshal bool into Go struct field Kustomization.namePrefix of type string',
  ],
  [
    'vars: [{name: 1}]',
    'invalid Kustomization: json: cannot unmarshal number into Go struct field Var.vars.name of type string',
  ],
  ['kind: Nope\nresources: []', 'kind should be Kustomization or Component'],
  ['kind: Kustomization', 'kustomization.yaml is empty'],
  ['configMapGenerator: [{literals: [a=b]}]', 'a configmap must have a name'],
  ['replicas: [{name: none, count: 1}]', 'resource with name none does not match a config'],
  ['resources: [unnamed.yaml]', 'missing metadata.name in object {{v1 Pod} {{ } map[a:b] map[]}}'],
  ["patches: [{target: {name: '('}, patch: '[]'}]", 'error parsing regexp: missing closing ): `^(?:()$`'],
  ['components: [own]', "expected kind 'Component' for path '/k/own' but got 'Kustomization'"],
])('refuses %j', async (text, fault) => {
  const files = filesOf({
    '/k/kustomization.yaml': text,
    '/k/unnamed.yaml': '{apiVersion: v1, kind: Pod, metadata: {labels: {a: b}}}',
    '/k/own/kustomization.yaml': 'namePrefix: a',
  })
  await expect(buildKustomization(files, '/k')).rejects.toThrow(fault)
})

test('merges generated data, labels and annotations into those of a base, without the other fields of the base', async () => {
  const files = filesOf({
    '/base/kustomization.yaml':
      '{configMapGenerator: [{name: a, literals: [x=1], options: {immutable: true, labels: {l: a, m: b}}}]}',
    '/over/kustomization.yaml':
      '{resources: [../base], configMapGenerator: [{name: a, behavior: merge, literals: [y=2], options: {labels: {l: c}}}]}',
  })
  const [map] = await buildKustomization(files, '/over')
  expect(map).toMatchObject({ data: { x: '1', y: '2' }, metadata: { labels: { l: 'c', m: 'b' } } })
  expect(map).not.toHaveProperty('immutable')
})

test('warns about deprecated fields, and names the path to a faulty kustomization', async () => {
  const warnings: string[] = []
  const files = filesOf({
    '/old/kustomization.yaml': '{bases: [../base]}',
    '/base/kustomization.yaml': '{odd: 1}',
  })
  const built = buildKustomization(files, '/old', { warn: (text) => warnings.push(text) })
  await expect(built).rejects.toThrow(
    `accumulating resources: accumulation err='accumulating resources from '../base': '/base' must resolve to a file': couldn't make target for path '/base': invalid Kustomization: json: unknown field "odd"`,
  )
  expect(warnings).toEqual([
    expect.stringContaining("# Warning: 'bases' is deprecated. Please use 'resources' instead."),
  ])
})

test('writes values of one object into others, and replaces variables', async () => {
  const files = filesOf({
    '/k/kustomization.yaml': `{resources: [pod.yaml, svc.yaml], namePrefix: x-,
      vars: [{name: S, objref: {kind: Service, name: s}}],
      replacements: [{source: {kind: Service, fieldPath: spec.port}, targets: [
        {select: {kind: Pod}, fieldPaths: ['spec.containers.[name=c].env.[name=A].value'], options: {create: true}}]}]}`,
    '/k/pod.yaml': pod('{containers: [{name: c, args: [to $(S) $$(S)]}]}'),
    '/k/svc.yaml': '{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {port: 80}}',
  })
  const built = await buildKustomization(files, '/k')
  expect(built.find(({ kind }) => kind === 'Pod')?.spec).toEqual({
    containers: [{ name: 'c', args: ['to x-s $(S)'], env: [{ name: 'A', value: 80 }] }],
  })
})

test('replaces variables at the places of a configuration, including the configuration of a base', async () => {
  const files = filesOf({
    '/k/kustomization.yaml': '{resources: [../b], namePrefix: x-}',
    '/b/kustomization.yaml':
      '{resources: [thing.yaml], configurations: [places.yaml], vars: [{name: S, objref: {kind: Thing, name: t}}]}',
    '/b/places.yaml': 'varReference: [{path: spec/ref, kind: Thing}, {path: spec/list}, {path: spec/other, kind: Pod}]',
    '/b/thing.yaml':
      '{apiVersion: e.io/v1, kind: Thing, metadata: {name: t}, spec: {ref: $(S), list: [a $(S)], other: $(S)}}',
  })
  const [built] = await buildKustomization(files, '/k')
  expect(built?.spec).toEqual({ ref: 'x-t', list: ['a x-t'], other: '$(S)' })
})

test.each([
  [
    'patches: [{path: f}]',
    'trouble configuring builtin PatchTransformer with config: `\npath: f\n`: unable to parse SM or JSON patch from [text\n]',
  ],
  [
    "patches: [{patch: '[{op: remove, path: /spec}]', target: {kind: Pod}}]",
    'unable to parse SM or JSON patch from [[{op: remove, path: /spec}]]',
  ],
  ["patches: [{patch: 'spec: {a: b}', target: {kind: Pod}}]", 'unable to parse SM or JSON patch from [spec: {a: b}]'],
  [
    "patchesJson6902: [{patch: '[]', target: {kind: Pod, name: p}}]",
    "PatchJson6902Transformer with config: `\njsonOp: '[]'\ntarget:\n  kind: Pod\n  name: p\n`: patch appears to be empty; file=, JsonOp=[]",
  ],
  [
    'vars: [{name: S, objref: {kind: Pod, name: none, apiVersion: v1}}]',
    "var '{S Pod.v1.[noGrp] {metadata.name}}' cannot be mapped to a field in the set of known resources",
  ],
  [
    'vars: [{name: S, objref: {kind: Pod, name: p}, fieldref: {fieldPath: a.b}}]',
    "field specified in var '{S Pod.[noVer].[noGrp] {a.b}}' not found in corresponding resource",
  ],
  [
    'sortOptions: {order: fifo, legacySortOptions: {orderFirst: [Pod]}}',
    "'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo'",
  ],
  ['replacements: [{source: {kind: Pod}, targets: []}]', 'replacements must specify a source and at least one target'],
  [
    'replacements: [{path: none}]',
    'trouble configuring builtin ReplacementTransformer with config: `\nReplacements:\n- path: none\n`: ',
  ],
  ['transformers: [none]', "accumulation err='accumulating resources from 'none': "],
  ['configMapGenerator: [{name: p, behavior: odd}, {name: p}]', 'exists; behavior must be merge or replace'],
  ['secretGenerator: [{literals: [a=b]}]', 'a configmap must have a name'],
  ['openapi: {path: none}', 'none'],
  ['openapi: {path: none, version: v9}', 'none'],
  ['configMapGenerator: [{name: c, envs: [none]}]', 'loading KV pairs: env source files: [none]: evalsymlink failure'],
  ['configMapGenerator: [{name: c, literals: [a=b, a=c]}]', 'configmap c illegally repeats the key `a`'],
  ['generatorOptions: {bogus: 1}', 'invalid Kustomization: json: unknown field "bogus"'],
  ['components: [none]', 'accumulating components: loader.New "must build at directory: not a valid directory: '],
  ['patchesStrategicMerge: [none]', 'builtin PatchStrategicMergeTransformer with config: `\npaths:\n- none\n`: '],
  ['patches: [{patch: \'[{"op":"remove","path":"/a"}]\'}]', 'must specify a target for patch [{"op"'],
  ["patches: [{patch: '- {op: remove, path: /a}'}]", 'must specify a target for patch - {op: remove, path: /a}'],
  [
    'patchesJson6902: [{path: pod.yaml, target: {kind: Pod, name: p}}]',
    '}: json: cannot unmarshal object into Go value of type jsonpatch.Patch',
  ],
  [
    'patchesStrategicMerge: [pod.yaml, nameless.yaml]',
    'with config: `\npaths:\n- pod.yaml\n- nameless.yaml\n`: missing metadata.name in object {{v1 Pod} {{ } map[] map[]}}',
  ],
  ['patchesStrategicMerge: [f]', '`: missing Resource metadata'],
  ['patchesStrategicMerge: [operations.yaml]', '`: missing Resource metadata'],
  [
    'patchesStrategicMerge: [pod.yaml, empty.yaml]',
    '`: patch appears to be empty; files=[pod.yaml empty.yaml], Patch=',
  ],
  [
    'patchesStrategicMerge: ["kind: Pod\\nmetadata: {labels: {a: b}}\\n"]',
    'with config: `\npaths:\n- |\n  kind: Pod\n  metadata: {labels: {a: b}}\n`: evalsymlink failure',
  ],
  ['patches: [{}]', '`\n{}\n`: must specify one of patch and path in\n{}'],
  ['patchesJson6902: [{target: {name: p}}]', 'target:\n  name: p\n`: empty file path and empty jsonOp'],
  ['patchesJson6902: [{target: {kind: Pod}, path: f}]', '`: must specify the target name'],
  ['patchesJson6902: [{target: {name: p}, path: f, patch: "[]"}]', '`: must specify a file path or jsonOp, not both'],
  [
    'replacements: [{path: f, source: {kind: Pod}}]',
    '  source:\n    kind: Pod\n`: cannot specify both path and inline replacement',
  ],
  ['configMapGenerator: [{name: c, files: [a=b=c]}]', '[a=b=c]: source "a=b=c" key name or file path contains \'=\''],
  ['configMapGenerator: [{name: c, files: [=f]}]', '[=f]: missing key name for file path "f" in source "=f"'],
  ['configMapGenerator: [{name: c, files: [k=]}]', '[k=]: missing file path for key name "k" in source "k="'],
  ['configMapGenerator: [{name: c, files: [.]}]', "file sources: [.]: '/k' must resolve to a file"],
  ['patches: [{path: a, patch: b}]', "patch and path can't be set at the same time\npatch: b\npath: a\n"],
  ['helmChartInflationGenerator: [{chartName: x}]', '`\nname: x\n`: must specify --enable-helm'],
  ['validators: [none]', "accumulation err='accumulating resources from 'none': "],
  [
    'validators: ["{apiVersion: builtin, kind: NamespaceTransformer,\\n metadata: {name: n, namespace: z}}"]',
    "validator shouldn't modify the resource map: id in self missing from other; id: Pod.v1.[noGrp]/p.[noNs]",
  ],
])('refuses %s', async (line, fault) => {
  const files = filesOf({
    '/k/kustomization.yaml': `resources: [pod.yaml]\n${line}\n`,
    '/k/pod.yaml': pod('{}'),
    '/k/f': 'text\n',
    '/k/nameless.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: null\n',
    '/k/operations.yaml': '- {op: remove, path: /a}\n',
    '/k/empty.yaml': '# nothing\n',
  })
  await expect(buildKustomization(files, '/k')).rejects.toThrow(fault)
})

test('refuses documents that are not objects, and absolute paths that do not exist', async () => {
  const built = (path: string) =>
    buildKustomization(
      filesOf({
        '/k/kustomization.yaml': `resources: [${path}]\n`,
        '/k/text.yaml': 'text\n',
        '/k/other.yaml': 'a: b\nmetadata: {uid: x}\n',
        '/k/kindless.yaml': 'apiVersion: v1\nmetadata: {name: a}\n',
      }),
      '/k',
    )
  await expect(built('text.yaml')).rejects.toThrow("'text.yaml': missing Resource metadata'")
  await expect(built('other.yaml')).rejects.toThrow("'other.yaml': missing Resource metadata'")
  await expect(built('kindless.yaml')).rejects.toThrow('missing kind in object {{v1 } {{a } map[] map[]}}')
  await expect(built('/none.yaml')).rejects.toThrow("new root '/none.yaml' cannot be absolute")
})

test('leaves out objects that only configure the build, and logs unused variables', async () => {
  const logged: string[] = []
  const files = filesOf({
    '/k/kustomization.yaml': '{resources: [a.yaml, pod.yaml], vars: [{name: S, objref: {kind: Local, name: a}}]}',
    '/k/a.yaml':
      '{apiVersion: v1, kind: Local, metadata: {name: a, annotations: {config.kubernetes.io/local-config: "true"}}}',
    '/k/pod.yaml': pod('{}'),
  })
  const built = await buildKustomization(files, '/k', { log: (text) => logged.push(text) })
  expect(built.map(({ kind }) => kind)).toEqual(['Pod'])
  expect(logged).toEqual(['well-defined vars that were never replaced: S'])
})

test('records transformers in annotations, and writes a replaced number as text into an annotation', async () => {
  const files = filesOf({
    '/k/kustomization.yaml':
      '{resources: [../b], namePrefix: x-, buildMetadata: [transformerAnnotations], images: [{name: a, newTag: "1"}], replacements: [{source: {kind: Pod, fieldPath: spec.activeDeadlineSeconds}, targets: [{select: {kind: Pod}, fieldPaths: [metadata.annotations.n], options: {create: true}}]}]}',
    '/b/kustomization.yaml': 'resources: [pod.yaml]\nhelmGlobals: {chartHome: x}\n',
    '/b/pod.yaml': pod('{activeDeadlineSeconds: 5}'),
  })
  const [built] = await buildKustomization(files, '/k')
  const annotations = new Map(Object.entries(built?.metadata?.annotations ?? {}))
  expect(annotations.get('n')).toBe('5')
  expect(annotations.get('alpha.config.kubernetes.io/transformations')?.match(/kind: \w+/g)).toEqual([
    'kind: PrefixTransformer',
    'kind: ImageTagTransformer',
    'kind: ReplacementTransformer',
  ])
})

test('reads the name of an image as a regular expression', async () => {
  const files = filesOf({
    '/k/kustomization.yaml': '{resources: [pod.yaml], images: [{name: "ap.*", newTag: "2"}]}',
    '/k/pod.yaml': pod('{containers: [{name: c, image: "app:1"}, {name: d, image: "other:1"}]}'),
  })
  const [built] = await buildKustomization(files, '/k')
  expect(built?.spec).toMatchObject({ containers: [{ image: 'app:2' }, { image: 'other:1' }] })
})

test.each([
  ['/etc/x', "': new root '/etc/x' cannot be absolute"],
  ['/folder', "'/folder' must resolve to a file': new root '/folder' cannot be absolute"],
  ['', "accumulation err='accumulating resources from '': '/k' must resolve to a file': new root cannot be empty"],
])('refuses the resource %j outside the kustomization', async (path, fault) => {
  const files = filesOf({
    '/k/kustomization.yaml': `resources: [${JSON.stringify(path)}]`,
    '/etc/x': pod('{}'),
    '/folder/kustomization.yaml': 'resources: []',
  })
  await expect(buildKustomization(files, '/k')).rejects.toThrow(fault)
})

test.each([
  [false, "'/base' must resolve to a file'"],
  [true, "read /base: is a directory'"],
])('names a repeated object of a base, with files of any folder: %s', async (isUnrestricted, fault) => {
  const files = filesOf({
    '/k/kustomization.yaml': 'resources: [pod.yaml, ../base]',
    '/k/pod.yaml': pod('{}'),
    '/base/kustomization.yaml': 'resources: [pod.yaml]',
    '/base/pod.yaml': pod('{}'),
  })
  await expect(buildKustomization(files, '/k', { isUnrestricted })).rejects.toThrow(fault)
})

test('warns about an order of the command line beside that of the kustomization', async () => {
  const logged: string[] = []
  const files = filesOf({ '/k/kustomization.yaml': 'sortOptions: {order: fifo}\nresources: [p]', '/k/p': pod('{}') })
  const log = (text: string) => logged.push(text)
  await buildKustomization(files, '/k', { log })
  expect(logged).toEqual([])
  await buildKustomization(files, '/k', { log, order: 'legacy' })
  expect(logged).toEqual([expect.stringContaining('Sorting order is set both')])
})

test.each([
  ['{kind: PrefixSuffixTransformer, prefix: a-, suffix: -b, fieldSpecs: [{path: metadata/name}]}', 'a-p-b'],
  [
    '{kind: ReplacementTransformer, replacements: [{source: {kind: Pod, fieldPath: kind}, targets: [{select: {kind: Pod}, fieldPaths: [metadata.name]}]}]}',
    'Pod',
  ],
])('runs the transformer %s', async (plugin, name) => {
  const files = filesOf({
    '/k/kustomization.yaml': 'resources: [p]\ntransformers: [t]',
    '/k/p': pod('{}'),
    '/k/t': plugin.replace('{', '{apiVersion: builtin, metadata: {name: t}, '),
  })
  expect((await buildKustomization(files, '/k'))[0]?.metadata?.name).toBe(name)
})
