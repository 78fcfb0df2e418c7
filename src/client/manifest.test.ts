import { describe, expect, it } from 'vitest'
import type { ApiConnection } from './api-connection.ts'
import { applyManifest, objectYaml, readManifest } from './manifest.ts'

const cluster = (requests: string[], status = 201) =>
  ({
    fetch(path: string, init?: RequestInit) {
      requests.push(`${init?.method} ${path.split('?')[0]}`)
      const failure = { kind: 'Status', status: 'Failure', reason: 'Forbidden', message: 'no', code: status }
      return Promise.resolve(status < 400 ? new Response(init?.body, { status }) : Response.json(failure, { status }))
    },
  }) as unknown as ApiConnection

const resolve = (group: string, kind: string) => {
  const rest = { group, version: 'v1', kind, singular: '', verbs: [], shortNames: [], categories: [] }
  if (kind === 'Namespace') return Promise.resolve({ ...rest, resource: 'namespaces', namespaced: false })
  return Promise.resolve(kind === 'Pod' ? { ...rest, resource: 'pods', namespaced: true } : undefined)
}

describe('manifest', () => {
  it('reads documents, lists and JSON', async () => {
    const text = 'kind: A\n---\n# nothing\n---\nkind: BList\nitems: [{kind: B}, {kind: B}]\n---\n{"kind": "C"}\n'
    expect((await readManifest(text)).map(({ kind }) => kind)).toEqual(['A', 'B', 'B', 'C'])
  })

  it('reports the line of a YAML syntax error, and a document that is not an object', async () => {
    await expect(readManifest('a: [1\nb: 2')).rejects.toMatchObject({ code: 'BAD_INDENT', line: 2, column: 1 })
    await expect(readManifest('just text')).rejects.toThrow('not an object')
  })

  it('applies in order, with the default namespace for objects that name none', async () => {
    const requests: string[] = []
    const text =
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n'
    const results = await applyManifest(text, { cluster: cluster(requests), resolve, namespace: 'shop' })
    expect(requests).toEqual(['PATCH /api/v1/namespaces/ns', 'PATCH /api/v1/namespaces/shop/pods/p'])
    expect(results.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
      'namespace/ns created',
      'pod/p created',
    ])
  })

  it('sends integers beyond 2^53 digit by digit', async () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {size: 9007199254740993}\n'
    const [result] = await applyManifest(text, { cluster: cluster([]), resolve, namespace: 'shop' })
    expect(result?.answer?.['spec']).toEqual({ size: 9007199254740993n })
  })

  it('does not wait, in a dry run, for a kind that the manifest defines', async () => {
    const definition = { apiVersion: 'v1', kind: 'CustomResourceDefinition', metadata: { name: 'pods' } }
    const spec = { group: 'g.example.com', names: { kind: 'Odd' } }
    const odd = { apiVersion: 'g.example.com/v1', kind: 'Odd', metadata: { name: 'o' } }
    const text = [{ ...definition, spec }, odd].map((one) => JSON.stringify(one)).join('\n---\n')
    const requests: string[] = []
    const known: typeof resolve = (group, kind) => resolve(group, kind === definition.kind ? 'Namespace' : kind)
    const options = { cluster: cluster(requests), resolve: known, namespace: 'shop', dryRun: true }
    const results = await applyManifest(text, options)
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'failed'])
    expect(requests).toHaveLength(1)
  })

  it('reports each failure and continues', async () => {
    const text =
      'kind: Pod\n---\napiVersion: v9\nkind: Odd\nmetadata: {name: o}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n'
    const results = await applyManifest(text, { cluster: cluster([], 403), resolve, namespace: 'shop' })
    expect(results.map(({ error }) => error?.message)).toEqual([
      'apiVersion and kind must be set',
      'no matches for kind "Odd" in version "v9"',
      'no',
    ])
  })

  it('writes YAML without managedFields', async () => {
    const yaml = await objectYaml({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'p', managedFields: [] },
      spec: { a: '1' },
    })
    expect(yaml).toContain('apiVersion: v1\nkind: Pod\n')
    expect(yaml).not.toContain('managedFields')
    expect(yaml).toContain('a: "1"')
  })

  it('writes YAML 1.1 that reads back as the same object', async () => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c' },
      data: { a: 'yes', n: '0777', t: '1:30' },
    }
    const dated = { ...object, metadata: { name: 'c', creationTimestamp: '2024-05-01T10:00:00Z' } }
    const yaml = await objectYaml(dated)
    expect(yaml).toContain('creationTimestamp: 2024-05-01T10:00:00Z\n')
    expect(await readManifest(yaml)).toEqual([dated])
    expect(yaml).toContain('t: "1:30"\n')
  })

  it('reads sexagesimal numbers as text, as kubectl does', async () => {
    const [object] = await readManifest('kind: ConfigMap\ndata: { integer: 1:30, float: -190:20:30.15 }\n')
    expect(object).toMatchObject({ data: { integer: '1:30', float: '-190:20:30.15' } })
  })
})
