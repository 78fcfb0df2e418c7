import { etcdLog } from '../../serve/etcd/etcd-log.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'

/** Milliseconds: how long the servers of these tests wait for etcd. */
export const PATIENCE = 2500

/** All controllers except the writer of ConfigMaps, because these tests write and watch ConfigMaps. */
const CONTROLLERS = ['*', '-root-ca-certificate-publisher-controller']

/** A server over an etcd, with the objects that every cluster starts with. */
export async function serverOver(
  url: string,
  prefix: string,
  report: (error: unknown) => void = console.error,
): Promise<ApiServer> {
  const log = etcdLog({ urls: [url], prefix, compactionInterval: 0, patience: PATIENCE, clock: systemClock, report })
  const server = await createApiServer({
    dialect: dialects.svc,
    clock: systemClock,
    log,
    report,
    controllers: CONTROLLERS,
  })
  await server.start()
  return server
}
