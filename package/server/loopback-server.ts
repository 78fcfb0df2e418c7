import type { Handle } from '../../worker/api/exchange.ts'
import { parseFlags } from '../../serve/flags.ts'
import { clientConfig } from '../../serve/kubeconfig.ts'
import { listen } from '../../serve/listening.ts'
import type { ListenOptions, Server } from './cluster.ts'
import type { Identities } from './identities.ts'

/** Serves a handle over HTTP on 127.0.0.1. */
export async function listenOnLoopback(
  handle: Handle,
  credentials: Identities,
  { port = 0 }: ListenOptions = {},
): Promise<Server> {
  const ports = await listen(parseFlags([`--port=${port}`]), handle)
  const url = ports[0]?.url ?? ''
  return {
    url,
    kubeconfig: (user = 'admin') => clientConfig(url, credentials.token(user)),
    token: (user = 'admin') => credentials.token(user),
    async close() {
      for (const one of ports) one.cut()
      await Promise.all(ports.map((one) => one.close()))
    },
  }
}
