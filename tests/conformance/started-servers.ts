import { parseFlags } from '../../serve/flags.ts'
import { serverOptions } from '../../serve/options.ts'
import type { Clock } from '../../worker/clock/clock.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from '../../worker/server/api-server.ts'
import { snapshotLog } from '../../worker/store/persistence/snapshot-log.ts'

/** The machine that the real server ran on; answers contain its name. */
export const RECORDED_HOSTNAME = 'vm'

/** Starts servers with the same flags, each with a new cluster. */
export type StartServer = (clock: Clock) => Promise<ApiServer>

/**
 * The creation of the bootstrap objects takes longer than most cases. A server without controllers therefore copies a
 * cluster that has them. A server with controllers starts with an empty cluster, because the controllers of the copied
 * cluster would run, too.
 */
export async function startedServers(flags: readonly string[]): Promise<StartServer> {
  const optionsOf = async (): Promise<ApiServerOptions> => ({
    ...(await serverOptions(parseFlags(flags))),
    hostname: RECORDED_HOSTNAME,
  })
  const options = await optionsOf()
  if (options.controllers?.includes('-*') !== true)
    return async (clock) => createApiServer({ ...(await optionsOf()), clock })
  const log = snapshotLog()
  const copied = await createApiServer({ ...options, log })
  await copied.start()
  return async (clock) => {
    const own = await optionsOf()
    return createApiServer({ ...own, clock, log: log.copy(), origin: copied.origin().inLaterTurn() })
  }
}
