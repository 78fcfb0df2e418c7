import { etcdLog } from '../../serve/etcd/etcd-log.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'

/** Milliseconds: how long the servers of these tests wait for etcd. */
export const PATIENCE = 2500

/** All but the one that writes ConfigMaps, which are what these tests write and watch. */
const CONTROLLERS = ['*', '-root-ca-certificate-publisher-controller']

/** A server over an etcd, with what every cluster starts with. */
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
