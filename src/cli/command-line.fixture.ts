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

/** The clock of a host. */
type Clock = Pick<Host, 'now' | 'after'>

/**
 * A clock for a command with a time limit, so that no test depends on the speed of the machine. The first timer is the
 * limit. When the command starts another one, for a pause, time moves at once to the earliest end. Time also moves by
 * `pass`.
 */
export function pausingClock(): Clock & { pass(milliseconds: number): void } {
  let time = 0
  const timers = new Set<{ readonly end: number; readonly task: () => void }>()
  const first = () => [...timers].sort((a, b) => a.end - b.end)[0]
  const pass = (milliseconds: number): void => {
    const end = time + milliseconds
    for (let timer = first(); timer !== undefined && timer.end <= end; timer = first()) {
      timers.delete(timer)
      time = timer.end
      timer.task()
    }
    time = end
  }
  return {
    now: () => time,
    pass,
    after(milliseconds, task) {
      const timer = { end: time + milliseconds, task }
      timers.add(timer)
      if (timers.size > 1) queueMicrotask(() => pass((first()?.end ?? time) - time))
      return () => timers.delete(timer)
    },
  }
}

/** Runs a command line in real time, as `runAt` does. */
export const run = (...args: Parameters<ReturnType<typeof runAt>>) =>
  runAt({ now: () => 0, after: startTimer })(...args)

/**
 * Runs a command line; words such as `NAME=value` in front of it are variables of the environment. Answers are found by
 * method and path, files by name; the file `/dev/stdin` is standard input. Records the requests and the written files.
 */
export const runAt =
  (clock: Clock) =>
  async (
    line: string | readonly string[],
    answers: Readonly<Record<string, Answer>> = {},
    dialect: 'svc' | 'k8s' = 'svc',
    files: Readonly<Record<string, string>> = {},
  ) => {
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
      ...clock,
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

/** A watch with these events that does not end. */
export const openWatch = (events: readonly object[] = []): Response =>
  new Response(
    new ReadableStream({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))),
    }),
  )
