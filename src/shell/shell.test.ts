import { describe, expect, it } from 'vitest'
import type { DocumentFiles } from '../contracts/documents.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { Shell } from './shell.ts'

/** A shell on a cluster that serves one type and answers each request with the path and the body of the request. */
function shellOf(texts: Record<string, string> = {}) {
  const documents = new Map(Object.entries(texts))
  const files: DocumentFiles = {
    names: () => [...documents.keys()],
    read: (name) => documents.get(name),
    write: (name, text) => void documents.set(name, text),
    remove: (name) => void documents.delete(name),
    open: () => undefined,
  }
  const resource = {
    resource: 'things',
    singularResource: 'thing',
    responseKind: { kind: 'Thing' },
    scope: 'Namespaced',
    verbs: ['get', 'list'],
  }
  const groups = {
    kind: 'APIGroupDiscoveryList',
    items: [{ metadata: {}, versions: [{ version: 'v1', resources: [resource] }] }],
  }
  const schema = {
    'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Thing' }],
    properties: { metadata: { properties: { uid: { type: 'string' } } } },
  }
  const cluster = {
    id: 'c',
    baseUrl: 'http://page/clusters/c',
    info: { name: 'lab', dialect: 'svc' },
    fetch: (path: string, init?: RequestInit) => {
      if (path.startsWith('/openapi/v3'))
        return Promise.resolve(Response.json({ paths: { 'api/v1': { serverRelativeURL: '/schema' } } }))
      if (path.startsWith('/schema'))
        return Promise.resolve(Response.json({ components: { schemas: { Thing: schema } } }))
      if (path.startsWith('/apis')) return Promise.resolve(Response.json({ kind: 'APIGroupDiscoveryList', items: [] }))
      const user = new Headers(init?.headers).get('Authorization')
      const thing = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'é' }, path, body: init?.body, user }
      return Promise.resolve(Response.json(path.startsWith('/api?') ? groups : thing))
    },
  } as unknown as ClusterHandle
  const shell = new Shell({
    cluster,
    documents: files,
    openEditor: () => undefined,
    hidden: new Map(),
    address: 'http://page/',
  })
  const run = async (line: string) => {
    let [stdout, stderr] = ['', '']
    const code = await shell.run(line, {
      columns: 80,
      signal: new AbortController().signal,
      stdout: (text) => (stdout += text),
      stderr: (text) => (stderr += text),
    })
    return { stdout, stderr, code }
  }
  return { documents, run, shell }
}

const thing = 'apiVersion: v1\nkind: Thing\nmetadata: {name: x}\n'

describe('the shell', () => {
  it('links to the rule behind an explained field, outside of its output', async () => {
    const { run } = shellOf()
    expect(await run('svcctl explain things.metadata.uid')).toEqual({
      stdout: expect.stringContaining('FIELD: uid <string>'),
      stderr: 'Reference: http://page/reference.html#objects-4\n',
      code: 0,
    })
  })

  it('keeps the exit code of a command whose signal aborts after its end', async () => {
    const { shell, run } = shellOf()
    const ending = new AbortController()
    await shell.run('svcctl version --client', {
      columns: 80,
      signal: ending.signal,
      stdout: () => undefined,
      stderr: () => undefined,
    })
    ending.abort()
    expect((await run('echo $?')).stdout).toBe('0\n')
  })

  it('runs a command of the client with the editor’s documents as files', async () => {
    const { run } = shellOf({ 'thing.yaml': thing })
    expect(await run('svcctl get things é -o name')).toEqual({ stdout: 'thing/é\n', stderr: '', code: 0 })
    expect(await run('svcctl create -f thing.yaml')).toMatchObject({ stdout: 'thing/é created\n', code: 0 })
    expect(await run('svcctl create -f none.yaml')).toMatchObject({
      stderr: 'error: the path "none.yaml" does not exist\n',
      code: 1,
    })
  })

  it('pipes the client through other commands, both ways', async () => {
    const { run } = shellOf()
    expect(await run('svcctl get things é -o json | jq -r .metadata.name')).toEqual({
      stdout: 'é\n',
      stderr: '',
      code: 0,
    })
    const made = await run(`cat <<END | svcctl create -f - -o jsonpath='{.body}'\n${thing}END`)
    expect(JSON.parse(made.stdout)).toMatchObject({ metadata: { name: 'x' } })
  })

  it('copies written and removed files to the editor, and reads its changes', async () => {
    const { run, documents } = shellOf({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
    await run('cat a.txt b.txt > c.txt; rm b.txt')
    expect(Object.fromEntries(documents)).toEqual({ 'a.txt': 'one\n', 'c.txt': 'one\ntwo\n' })
    documents.set('a.txt', 'changed\n')
    expect((await run('cat a.txt')).stdout).toBe('changed\n')
  })

  it('keeps folder and variables between lines', async () => {
    const { run, shell } = shellOf()
    await run('X=5; cd /tmp')
    expect((await run('echo $X; pwd')).stdout).toBe('5\n/tmp\n')
    expect(shell.folder).toBe('/tmp')
  })

  it('keeps the namespace of the client’s configuration', async () => {
    const { run } = shellOf()
    await run('svcctl config set-context --current --namespace=shop')
    expect((await run("svcctl get things x -o jsonpath='{.path}'")).stdout).toBe('/api/v1/namespaces/shop/things/x')
  })

  it('sends a token to the cluster of the page also when the page has no TLS', async () => {
    const { run } = shellOf()
    expect((await run("svcctl get things x --token=t -o jsonpath='{.user}'")).stdout).toBe('Bearer t')
  })
})
