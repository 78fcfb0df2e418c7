import { dialects } from '../../worker/dialect/dialect.ts'
import { runCli } from './cli.ts'
import type { Host, HostRequest } from './host.ts'
import { ConnectionError, FileError } from './host.ts'
import { startTimer } from '../../worker/runtime/long-timer.ts'

type Answer = (request: HostRequest) => Response

/** A resource of the aggregated discovery document. */
const discovered = (resource: string, kind: string, singularResource: string, shortNames: string[] = []) => ({
  resource,
  singularResource,
  responseKind: { kind },
  scope: 'Namespaced',
  verbs: ['get', 'list', 'patch'],
  shortNames,
})

const list =
  (items: unknown[]): Answer =>
  () =>
    Response.json({ kind: 'APIGroupDiscoveryList', items })

/** The discovery of version v1 of a group. Every kind has the same verbs, and every kind but Node has a namespace. */
export const discoveryOf = (
  group: string,
  kinds: readonly string[],
  verbs: readonly string[] = ['get', 'list'],
): Answer =>
  list([
    {
      metadata: { name: group },
      versions: [
        {
          version: 'v1',
          resources: kinds.map((kind) => ({
            ...discovered(`${kind.toLowerCase()}s`, kind, kind.toLowerCase()),
            scope: kind === 'Node' ? 'Cluster' : 'Namespaced',
            verbs,
          })),
        },
      ],
    },
  ])

const known: Readonly<Record<string, Answer>> = {
  '/api': list([
    {
      metadata: {},
      versions: [{ version: 'v1', resources: [discovered('configmaps', 'ConfigMap', 'configmap', ['cm'])] }],
    },
  ]),
  '/apis': list([
    {
      metadata: { name: 'apps' },
      versions: [
        {
          version: 'v1',
          resources: [
            discovered('controllerrevisions', 'ControllerRevision', 'controllerrevision'),
            discovered('daemonsets', 'DaemonSet', 'daemonset', ['ds']),
            discovered('deployments', 'Deployment', 'deployment', ['deploy']),
            discovered('replicasets', 'ReplicaSet', 'replicaset', ['rs']),
          ],
        },
      ],
    },
  ]),
}

/**
 * Runs a command line; words such as `NAME=value` in front of it are variables of the environment. Answers are found by
 * method and path, files by name; the file `/dev/stdin` is standard input. Records the requests and the written files.
 */
export async function run(
  line: string | readonly string[],
  answers: Readonly<Record<string, Answer>> = {},
  dialect: 'svc' | 'k8s' = 'svc',
  files: Readonly<Record<string, string>> = {},
) {
  let [stdout, stderr] = ['', '']
  const requests: HostRequest[] = []
  const written = new Map<string, string>()
  const words = typeof line === 'string' ? line.split(' ') : line
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const host: Host = {
    dialect: dialects[dialect],
    environment: { HOME: '/home', ...Object.fromEntries(words.slice(0, first).map((word) => word.split('='))) },
    signal: new AbortController().signal,
    columns: 80,
    now: () => 0,
    after: startTimer,
    random: () => 0,
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
    stdin: () => Promise.resolve(files['/dev/stdin'] ?? ''),
    files: {
      resolve: (path) => path,
      kind: (path) => {
        if (files[path] !== undefined) return Promise.resolve('file')
        const isDirectory = Object.keys(files).some((name) => name.startsWith(`${path}/`))
        return Promise.resolve(isDirectory ? 'directory' : undefined)
      },
      read: (path) =>
        files[path] === undefined
          ? Promise.reject(new FileError('open', path, 'no such file or directory'))
          : Promise.resolve(new TextEncoder().encode(files[path])),
      list: () => Promise.resolve([]),
      write: (path, content) => {
        written.set(path, typeof content === 'string' ? content : new TextDecoder().decode(content))
        return Promise.resolve()
      },
    },
    fetch: (request) => {
      requests.push(request)
      const { pathname } = new URL(request.url)
      const answer = answers[`${request.method} ${pathname}`] ?? known[pathname]
      return answer === undefined
        ? Promise.reject(new ConnectionError('refused', true))
        : new Promise((resolve) => resolve(answer(request)))
    },
  }
  const code = await runCli(words.slice(first), host)
  return { stdout, stderr, code, requests, written }
}

export const failure =
  (code: number, body: object): Answer =>
  () =>
    Response.json({ kind: 'Status', ...body }, { status: code })
