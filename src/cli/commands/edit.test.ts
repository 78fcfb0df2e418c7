import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { ServerCluster } from '../../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../../cluster/server-cluster.fixture.ts'
import { runCli } from '../cli.ts'
import type { Host } from '../host.ts'
import { FileError } from '../host.ts'
import { startTimer } from '../../../worker/runtime/long-timer.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface Exchange {
  readonly method: string
  readonly path: string
  readonly contentType: string | null
  readonly request: unknown
  readonly status: number
  readonly response: unknown
}
interface Editing {
  readonly edit: true
  readonly original: string
  readonly edited: string
}
interface Recording {
  readonly name: string
  readonly mode: string
  readonly args: readonly string[]
  readonly namespace: string | null
  readonly outputFormat: string | null
  readonly expectedStdout: readonly string[] | null
  readonly expectedStderr: readonly string[] | null
  readonly expectedExitCode: number
  readonly steps: readonly (Exchange | Editing)[]
  /** The content of the file template.yaml. */
  readonly template?: string
}

/** The recordings lack the flags of these command lines. The recorded client did not validate. */
const MORE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'testcase-edit-output-patch': ['--output-patch', '--save-config'],
  'testcase-syntax-error': ['--validate=false'],
  'testcase-apply-edit-last-applied-syntax-error': ['--validate=false'],
  'testcase-update-annotation': ['--save-config'],
}

/** Recorded sessions of kubectl that need only types of every cluster. */
const { cases: recordings } = readRecording('tables', 'edit-sessions') as { cases: Recording[] }
const played = recordings.filter(
  ({ mode, steps }) =>
    mode !== 'create' && steps.every((step) => 'edit' in step || /^\/api\/v1\/.*(services|configmaps)/.test(step.path)),
)

let cluster: ServerCluster
beforeAll(async () => void (cluster = await serverCluster('k8s')))
afterAll(() => cluster.close())

/** Plays the server and the editor, and requires the recorded order of requests. */
async function play({ args, mode, namespace, steps, ...options }: Recording) {
  const left = [...steps]
  let [stdout, stderr] = ['', '']
  const isTemplate = (name: string): boolean => name === 'template.yaml' && options.template !== undefined
  const host: Host = {
    dialect: dialects.k8s,
    environment: {},
    signal: new AbortController().signal,
    columns: 80,
    now: () => 0,
    after: startTimer,
    random: () => 0,
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
    stdin: () => Promise.resolve(''),
    files: {
      resolve: (name) => name,
      kind: (name) => Promise.resolve(isTemplate(name) ? 'file' : undefined),
      read: (name) =>
        isTemplate(name)
          ? Promise.resolve(new TextEncoder().encode(options.template))
          : Promise.reject(new FileError('open', name, 'no such file or directory')),
      list: () => Promise.resolve([]),
      write: () => Promise.resolve(),
    },
    fetch({ url, method, headers, body }) {
      const { pathname, search } = new URL(url)
      if (/^\/(api|apis|openapi\/.*)$/.test(pathname))
        return cluster.handle.fetch(pathname + search, { headers: headers as Record<string, string> })
      const step = left.shift()
      if (step === undefined || 'edit' in step) throw new Error(`${method} ${url} was not recorded here`)
      const { contentType, request } = step
      expect({ method, path: pathname }).toEqual({ method: step.method, path: step.path })
      if (method === 'POST') expect(JSON.parse(body ?? '')).toEqual(request)
      if (method === 'PATCH') expect([headers['Content-Type'], JSON.parse(body ?? '')]).toEqual([contentType, request])
      return Promise.resolve(Response.json(step.response, { status: step.status }))
    },
    edit(text) {
      const step = left.shift()
      if (step === undefined || !('edit' in step)) throw new Error('the editor did not open here')
      // The text of a syntax error depends on the parser.
      const withoutSyntax = (shown: string): string => shown.replace(/(# The edited file had a syntax error).*/, '$1')
      expect(withoutSyntax(text).trimEnd()).toBe(withoutSyntax(step.original).trimEnd())
      return Promise.resolve({ text: step.edited, path: '/tmp/edited.yaml', remove: () => Promise.resolve() })
    },
  }
  const words = [
    ...(mode === 'edit' || mode === 'create' ? [mode] : ['apply', mode]),
    ...args,
    '--server',
    'http://recorded',
  ]
  if (namespace !== null) words.push('-n', namespace)
  if (options.outputFormat !== null) words.push('-o', options.outputFormat)
  const code = await runCli([...words, ...(MORE_FLAGS[options.name] ?? [])], host)
  return { code, stdout, stderr, left }
}

describe('edit', () => {
  it.each(played.map((recording) => [recording.name, recording] as const))('plays back %s', async (_, recording) => {
    const { code, stdout, stderr, left } = await play(recording)
    expect(left).toEqual([])
    for (const text of recording.expectedStdout ?? []) expect(stdout).toContain(text)
    for (const text of recording.expectedStderr ?? []) expect(stderr).toContain(text)
    expect(code).toBe(recording.expectedExitCode)
  })

  it('moves a last-applied configuration to an object of the edited kind, and ends with the refusal', async () => {
    const maps = '/api/v1/namespaces/default'
    const key = 'kubectl.kubernetes.io/last-applied-configuration'
    const saved = (kind: string) => `{"apiVersion":"v1","kind":"${kind}","metadata":{"name":"c"}}`
    const text = (kind: string) => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: c\n`
    const head = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`
    const live = {
      ...(JSON.parse(saved('ConfigMap')) as object),
      metadata: { name: 'c', annotations: { [key]: saved('ConfigMap') } },
    }
    const exchange = { contentType: null, request: null }
    const { code, stderr } = await play({
      name: '',
      mode: 'edit-last-applied',
      args: ['cm/c'],
      namespace: null,
      outputFormat: null,
      expectedStdout: null,
      expectedStderr: null,
      expectedExitCode: 1,
      steps: [
        { ...exchange, method: 'GET', path: `${maps}/configmaps/c`, status: 200, response: live },
        { edit: true, original: head + text('ConfigMap'), edited: text('Secret') },
        {
          method: 'PATCH',
          path: `${maps}/secrets/c`,
          contentType: 'application/merge-patch+json',
          request: { metadata: { annotations: { [key]: `${saved('Secret')}\n` } } },
          status: 404,
          response: {
            kind: 'Status',
            status: 'Failure',
            reason: 'NotFound',
            message: 'secrets "c" not found',
            code: 404,
          },
        },
      ],
    })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'A copy of your changes has been stored to "/tmp/edited.yaml"\nError from server (NotFound): secrets "c" not found\n',
    })
  })

  it('refuses a last-applied configuration whose name the edit removed', async () => {
    const key = 'kubectl.kubernetes.io/last-applied-configuration'
    const saved = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}'
    const live = { ...(JSON.parse(saved) as object), metadata: { name: 'c', annotations: { [key]: saved } } }
    const head = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`
    const { stderr, left } = await play({
      name: '',
      mode: 'edit-last-applied',
      args: ['cm/c'],
      namespace: null,
      outputFormat: null,
      expectedStdout: null,
      expectedStderr: null,
      expectedExitCode: 1,
      steps: [
        {
          method: 'GET',
          path: '/api/v1/namespaces/default/configmaps/c',
          contentType: null,
          request: null,
          status: 200,
          response: live,
        },
        {
          edit: true,
          original: `${head}apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n`,
          edited: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    a: b\n',
        },
      ],
    })
    expect(left).toEqual([])
    expect(stderr).toBe(
      'A copy of your changes has been stored to "/tmp/edited.yaml"\nerror: resource name may not be empty\n',
    )
  })

  it('creates the edited template, also when the edit changes its kind', async () => {
    const text = (kind: string, more: string) => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: c\n${more}`
    const head = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`
    const created = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c', namespace: 'default' } }
    const outcome = await play({
      name: '',
      mode: 'create',
      args: ['--edit', '-f', 'template.yaml'],
      namespace: null,
      outputFormat: null,
      expectedStdout: null,
      expectedStderr: null,
      expectedExitCode: 0,
      template: text('ConfigMap', ''),
      steps: [
        {
          edit: true,
          original: head + text('ConfigMap', '  namespace: default\n'),
          edited: text('Secret', '  namespace: default\n'),
        },
        {
          method: 'POST',
          path: '/api/v1/namespaces/default/secrets',
          contentType: null,
          request: created,
          status: 201,
          response: created,
        },
      ],
    })
    expect(outcome).toEqual({ code: 0, stdout: 'secret/c created\n', stderr: '', left: [] })
  })
})
