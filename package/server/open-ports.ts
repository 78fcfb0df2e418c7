import type { Handle } from '../../worker/api/exchange.ts'
import type { ListenOptions, Server } from './cluster.ts'
import type { Identities } from './identities.ts'

/** The ports of a cluster, the oldest first. */
export class OpenPorts {
  readonly #handle: Handle
  readonly #credentials: Identities
  readonly #ports = new Set<Server>()

  constructor(handle: Handle, credentials: Identities) {
    this.#handle = handle
    this.#credentials = credentials
  }

  get first(): Server | undefined {
    const [first] = this.#ports
    return first
  }

  async open(options?: ListenOptions): Promise<Server> {
    const { listenOnLoopback } = await import('./loopback-server.ts')
    const server = await listenOnLoopback(this.#handle, this.#credentials, options)
    const port: Server = {
      ...server,
      close: () => {
        this.#ports.delete(port)
        return server.close()
      },
    }
    this.#ports.add(port)
    return port
  }

  /**
   * The client configuration of a user for the oldest open port.
   * @throws TypeError when no port is open
   * @throws RangeError for an unknown user
   */
  kubeconfig(user?: string): string {
    if (this.first === undefined)
      throw new TypeError('a client configuration needs the address of a port; call cluster.listen() first')
    return this.first.kubeconfig(user)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ports].map((port) => port.close()))
  }
}
