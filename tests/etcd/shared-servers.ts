import { etcdLog } from '../../serve/etcd/etcd-log.ts'
import { resourcePaths } from '../../serve/resource-paths.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { EtcdProcess } from './etcd-process.ts'

/** Milliseconds for which a server waits for etcd: a guard against a hang, so that a busy machine fails no request. */
const LONG = 60_000
/** The wait for etcd in tests in which etcd does not answer, in milliseconds: each of their requests waits for the whole time. */
export const SHORT = 2500

export const MAPS = '/api/v1/namespaces/default/configmaps'
export const map = (name: string, data = {}) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data })

/** The status of a GET. */
export async function statusOf(server: ApiServer, url: string): Promise<number> {
  const { signal } = new AbortController()
  return (await server.handle({ method: 'GET', url, headers: new Map(), signal })).status
}

/** All controllers except the writer of ConfigMaps, because these tests write and watch ConfigMaps. */
const CONTROLLERS = ['*', '-root-ca-certificate-publisher-controller']

interface Options {
  readonly patience?: number
  readonly report?: (error: unknown) => void
}

/** A server over an etcd, with the objects that every cluster starts with. `url` may be a list of members. */
export async function serverOver(
  url: string,
  prefix: string,
  { patience = LONG, report = console.error }: Options = {},
): Promise<ApiServer> {
  const dialect = dialects.svc
  const shared = { urls: url.split(','), prefix, paths: resourcePaths(dialect), compactionInterval: 0, patience }
  const log = etcdLog({ ...shared, clock: systemClock, report })
  const server = await createApiServer({
    dialect,
    clock: systemClock,
    log,
    report,
    controllers: CONTROLLERS,
  })
  await server.start()
  return server
}

export interface ServerPair {
  readonly etcd: EtcdProcess
  readonly a: ApiServer
  readonly b: ApiServer
  close(): Promise<void>
}

/** Two servers that start together over an empty etcd, and both create the objects that every cluster starts with. */
export async function serverPair(prefix: string, options?: Options): Promise<ServerPair> {
  const etcd = await EtcdProcess.start()
  const open = (): Promise<ApiServer> => serverOver(etcd.url, prefix, options)
  const [a, b] = await Promise.all([open(), open()])
  return { etcd, a, b, close: async () => void (await Promise.all([etcd, a, b].map((one) => one.close()))) }
}
