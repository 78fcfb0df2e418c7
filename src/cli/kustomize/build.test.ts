import { describe, expect, it } from 'vitest'
import type { Files } from '../host.ts'
import { FileError } from '../host.ts'
import { buildKustomization } from './build.ts'

/** Files by their absolute paths. */
function filesOf(texts: Readonly<Record<string, string>>): Files {
  const resolve = (path: string): string => new URL(path, 'file:///').pathname.replace(/(.)\/$/, '$1')
  return {
    resolve,
    kind: (path) => {
      const at = resolve(path)
      if (texts[at] !== undefined) return Promise.resolve('file')
      const below = Object.keys(texts).some((name) => name.startsWith(`${at}/`))
      return Promise.resolve(below ? 'directory' : undefined)
    },
    read: (path) => {
      const found = texts[resolve(path)]
      return found === undefined
        ? Promise.reject(new FileError('open', path, 'no such file or directory'))
        : Promise.resolve(new TextEncoder().encode(found))
    },
    list: () => Promise.resolve([]),
    write: () => Promise.reject(new Error('nothing is written here')),
  }
}

const pod = (spec: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: ${spec}}`

describe('buildKustomization', () => {
  it('appends the hash of their content to generated names, and updates references', async () => {
    const built = await buildKustomization(
      filesOf({
        '/k/kustomization.yaml':
          'namePrefix: x-\nresources: [pod.yaml]\nconfigMapGenerator: [{name: g, literals: [a=1, b=2]}]\n',
        '/k/pod.yaml': pod('{volumes: [{name: v, configMap: {name: g}}]}'),
      }),
      '/k',
    )
    expect(built.map(({ kind, metadata }) => `${kind}/${metadata?.name}`)).toEqual([
      'ConfigMap/x-g-7gdc49gk6d',
      'Pod/x-p',
    ])
    expect(built[1]?.spec).toEqual({ volumes: [{ name: 'v', configMap: { name: 'x-g-7gdc49gk6d' } }] })
  })

  it('applies an overlay to a base and patches containers by name', async () => {
    const [built] = await buildKustomization(
      filesOf({
        '/base/kustomization.yaml': 'resources: [pod.yaml]\nnameSuffix: -s\n',
        '/base/pod.yaml': pod('{containers: [{name: c, image: "a:1"}, {name: d, image: "b:1"}]}'),
        '/over/kustomization.yaml': `resources: [../base]
namespace: shop
images: [{name: a, newTag: "2"}]
patches: [{target: {kind: Pod}, patch: '{kind: Pod, metadata: {name: p}, spec: {containers: [{name: d, image: "z:9"}]}}'}]
`,
      }),
      '/over',
    )
    expect(built?.metadata).toEqual({ name: 'p-s', namespace: 'shop' })
    expect(built?.spec).toEqual({
      containers: [
        { name: 'd', image: 'z:9' },
        { name: 'c', image: 'a:2' },
      ],
    })
  })

  it('refuses unknown fields, and files outside of the folder', async () => {
    const files = filesOf({
      '/bogus/kustomization.yaml': 'bogus: 1\n',
      '/helm/kustomization.yaml': 'helmCharts: []\n',
      '/out/kustomization.yaml': 'resources: [../x.yaml]\n',
      '/x.yaml': pod('{}'),
    })
    await expect(buildKustomization(files, '/bogus')).rejects.toThrow(
      'invalid Kustomization: json: unknown field "bogus"',
    )
    await expect(buildKustomization(files, '/helm')).rejects.toThrow(
      'the field helmCharts of /helm/kustomization.yaml is not supported',
    )
    await expect(buildKustomization(files, '/out')).rejects.toThrow(
      "security; file '/x.yaml' is not in or below '/out'",
    )
    await expect(buildKustomization(files, '/none')).rejects.toThrow('must build at directory')
  })

  it('writes tags, suffixes and digests of images', async () => {
    const files = filesOf({
      '/k/kustomization.yaml':
        'resources: [pod.yaml]\nimages: [{name: a, newTag: "2", digest: "sha256:d"}, {name: b, newName: c, digest: "sha256:e"}]\n',
      '/k/pod.yaml': pod('{containers: [{name: x, image: "a:1"}, {name: y, image: "b:1"}]}'),
    })
    const [built] = await buildKustomization(files, '/k')
    expect(built?.spec).toMatchObject({ containers: [{ image: 'a:2@sha256:d' }, { image: 'c@sha256:e' }] })
  })

  it('lets a patch change the name and the kind only with its options', async () => {
    const patch = (options: string) =>
      filesOf({
        '/k/kustomization.yaml': `resources: [pod.yaml]\npatches: [{target: {kind: Pod}, patch: '{kind: Job, metadata: {name: q}}', options: ${options}}]\n`,
        '/k/pod.yaml': pod('{}'),
      })
    const built = async (options: string) => (await buildKustomization(patch(options), '/k'))[0]
    expect(await built('{}')).toMatchObject({ kind: 'Pod', metadata: { name: 'p' } })
    expect(await built('{allowNameChange: true}')).toMatchObject({ kind: 'Pod', metadata: { name: 'q' } })
    expect(await built('{allowKindChange: true}')).toMatchObject({ kind: 'Job', metadata: { name: 'p' } })
  })

  it('runs built-in transformers and refuses others', async () => {
    const files = (kind: string, apiVersion = 'builtin') =>
      filesOf({
        '/k/kustomization.yaml': 'resources: [pod.yaml]\ntransformers: [t.yaml]\n',
        '/k/t.yaml': `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: t, namespace: n}, prefix: x-}`,
        '/k/pod.yaml': pod('{}'),
      })
    const built = async (kind: string) => (await buildKustomization(files(kind), '/k'))[0]?.metadata
    expect(await built('PrefixTransformer')).toEqual({ name: 'x-p' })
    expect(await built('NamespaceTransformer')).toEqual({ name: 'p', namespace: 'n' })
    await expect(buildKustomization(files('Own', 'x/v1'), '/k')).rejects.toThrow(
      "external plugins disabled; unable to load external plugin 'Own'",
    )
  })

  it('sorts by sortOptions', async () => {
    const files = (options: string) =>
      filesOf({
        '/k/kustomization.yaml': `resources: [pod.yaml, cm.yaml]\nsortOptions: ${options}\n`,
        '/k/pod.yaml': pod('{}'),
        '/k/cm.yaml': '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {y: yes}}',
      })
    const kinds = async (options: string) =>
      (await buildKustomization(files(options), '/k')).map(({ kind }) => kind).join()
    expect(await kinds('{order: fifo}')).toBe('Pod,ConfigMap')
    expect(await kinds('{order: legacy}')).toBe('ConfigMap,Pod')
    expect(await kinds('{order: legacy, legacySortOptions: {orderLast: [ConfigMap]}}')).toBe('Pod,ConfigMap')
    await expect(kinds('{order: x}')).rejects.toThrow('must be one of [fifo, legacy]')
  })

  it.each([
    ['resources: x', 'invalid Kustomization: json: cannot unmarshal string'],
    ['kind: Nope\nresources: []', 'kind should be Kustomization or Component'],
    ['kind: Kustomization', 'kustomization.yaml is empty'],
    ['configMapGenerator: [{literals: [a=b]}]', 'a configmap must have a name'],
    ['replicas: [{name: none, count: 1}]', 'resource with name none does not match a config'],
    ['resources: [unnamed.yaml]', 'missing metadata.name in object {{v1 Pod} {{ } map[a:b] map[]}}'],
    ['components: [own]', "expected kind 'Component' for path '/k/own' but got 'Kustomization'"],
  ])('refuses %j', async (text, fault) => {
    const files = filesOf({
      '/k/kustomization.yaml': text,
      '/k/unnamed.yaml': '{apiVersion: v1, kind: Pod, metadata: {labels: {a: b}}}',
      '/k/own/kustomization.yaml': 'namePrefix: a',
    })
    await expect(buildKustomization(files, '/k')).rejects.toThrow(fault)
  })

  it('merges generated data into that of a base and keeps what is immutable', async () => {
    const files = filesOf({
      '/base/kustomization.yaml': '{configMapGenerator: [{name: a, literals: [x=1], options: {immutable: true}}]}',
      '/over/kustomization.yaml':
        '{resources: [../base], configMapGenerator: [{name: a, behavior: merge, literals: [y=2]}]}',
    })
    const [map] = await buildKustomization(files, '/over')
    expect(map).toMatchObject({ data: { x: '1', y: '2' }, immutable: true })
  })

  it('warns about deprecated fields and names the way to a kustomization with a fault', async () => {
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

  it('writes values of one object into others, and replaces variables', async () => {
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

  it('replaces variables at the places of a configuration, also those of a base', async () => {
    const files = filesOf({
      '/k/kustomization.yaml': '{resources: [../b], namePrefix: x-}',
      '/b/kustomization.yaml':
        '{resources: [thing.yaml], configurations: [places.yaml], vars: [{name: S, objref: {kind: Thing, name: t}}]}',
      '/b/places.yaml':
        'varReference: [{path: spec/ref, kind: Thing}, {path: spec/list}, {path: spec/other, kind: Pod}]',
      '/b/thing.yaml':
        '{apiVersion: e.io/v1, kind: Thing, metadata: {name: t}, spec: {ref: $(S), list: [a $(S)], other: $(S)}}',
    })
    const [built] = await buildKustomization(files, '/k')
    expect(built?.spec).toEqual({ ref: 'x-t', list: ['a x-t'], other: '$(S)' })
  })

  it('names the origin of objects, and their manager', async () => {
    const files = filesOf({
      '/k/kustomization.yaml': '{resources: [../b], buildMetadata: [originAnnotations, managedByLabel]}',
      '/b/kustomization.yaml': '{resources: [pod.yaml]}',
      '/b/pod.yaml': pod('{}'),
    })
    const [built] = await buildKustomization(files, '/k')
    expect(built?.metadata?.annotations).toEqual({ 'config.kubernetes.io/origin': 'path: ../b/pod.yaml\n' })
    expect(built?.metadata?.labels).toEqual({ 'app.kubernetes.io/managed-by': 'kustomize-(devel)' })
  })

  it('changes the places of a configuration, which limits prefixes to its kinds', async () => {
    const built = await buildKustomization(
      filesOf({
        '/k/kustomization.yaml': `configurations: [places.yaml]
namePrefix: a-
commonAnnotations: {note: x}
images: [{name: app, newTag: "2"}]
replicas: [{name: t, count: 3}]
resources: [thing.yaml]
configMapGenerator: [{name: gen, literals: [a=b], options: {disableNameSuffixHash: true}}]
`,
        '/k/places.yaml': `namePrefix: [{path: metadata/name, kind: ConfigMap}]
commonAnnotations: [{path: spec/notes, kind: Thing, create: true}]
images: [{path: spec/parts/image, kind: Thing}]
replicas: [{path: spec/size, kind: Thing, create: true}]
nameReference: [{kind: ConfigMap, fieldSpecs: [{path: spec/config, kind: Thing}]}]
`,
        '/k/thing.yaml':
          '{apiVersion: x.y/v1, kind: Thing, metadata: {name: t}, spec: {config: gen, parts: [{image: "app:1"}]}}',
      }),
      '/k',
    )
    expect(built.map(({ metadata }) => metadata?.name)).toEqual(['a-gen', 't'])
    expect(built[1]?.['spec']).toEqual({
      config: 'a-gen',
      notes: { note: 'x' },
      parts: [{ image: 'app:2' }],
      size: 3,
    })
  })

  it('refuses a configuration that is not there', async () => {
    const files = filesOf({ '/k/kustomization.yaml': 'configurations: [none.yaml]\n' })
    await expect(buildKustomization(files, '/k')).rejects.toThrow("evalsymlink failure on '/k/none.yaml'")
  })
})
