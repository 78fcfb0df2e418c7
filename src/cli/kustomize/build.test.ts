import { describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { buildKustomization } from './build.ts'
import { filesOf, pod } from './files.fixture.ts'

describe('buildKustomization', () => {
  it('appends the hash of the content to generated names, and updates references', async () => {
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

  it('reads fields in any case, as the decoder of Go', async () => {
    const files = filesOf({
      '/k/kustomization.yaml': 'nameprefix: x-\nResources: [pod.yaml]\nIMAGES: [{name: a, newtag: "2"}]\n',
      '/k/pod.yaml': pod('{containers: [{name: c, image: "a:1"}]}'),
    })
    const [built] = await buildKustomization(files, '/k')
    expect(built).toMatchObject({ metadata: { name: 'x-p' }, spec: { containers: [{ name: 'c', image: 'a:2' }] } })
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

  it('refuses unknown fields, charts, files outside of the folder, and a missing folder', async () => {
    const files = filesOf({
      '/bogus/kustomization.yaml': 'bogus: 1\n',
      '/helm/kustomization.yaml': 'helmCharts: [{name: x}]\n',
      '/out/kustomization.yaml': 'resources: [../x.yaml]\n',
      '/x.yaml': pod('{}'),
    })
    await expect(buildKustomization(files, '/bogus')).rejects.toThrow(
      'invalid Kustomization: json: unknown field "bogus"',
    )
    await expect(buildKustomization(files, '/helm')).rejects.toThrow(
      'trouble configuring builtin HelmChartInflationGenerator with config: `\nname: x\n`: must specify --enable-helm',
    )
    await expect(buildKustomization(files, '/out')).rejects.toThrow(
      "security; file '/x.yaml' is not in or below '/out'",
    )
    await expect(buildKustomization(files, '/none')).rejects.toThrow('must build at directory')
  })

  it('writes tags, names and digests of images', async () => {
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

  it('refuses a configuration that does not exist', async () => {
    const files = filesOf({ '/k/kustomization.yaml': 'configurations: [none.yaml]\n' })
    await expect(buildKustomization(files, '/k')).rejects.toThrow("evalsymlink failure on '/k/none.yaml'")
  })

  it('reads resources at addresses, and names the failed attempt', async () => {
    const address = 'https://example.com/pod.yaml'
    const files = filesOf({ '/k/kustomization.yaml': `namePrefix: x-\nresources: ['${address}']\n` })
    const [built] = await buildKustomization(files, '/k', { remote: () => Promise.resolve(pod('{}')) })
    expect(built?.metadata?.name).toBe('x-p')
    const remote = () => Promise.reject(new Failure('HTTP Error: status code 404 (Not Found)'))
    await expect(buildKustomization(files, '/k', { remote })).rejects.toThrow(
      `accumulating resources: accumulation err='accumulating resources from '${address}': HTTP Error: status code 404 (Not Found)': must build at directory: not a valid directory: evalsymlink failure on '/k/https:/`,
    )
  })
})
