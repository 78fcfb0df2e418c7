import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Sandbox } from './sandbox-client.ts'

/** The port over which the API worker calls a webhook without the page. */
export class DirectRoute {
  readonly #cluster: Pick<ClusterHandle, 'id' | 'link'>
  #host: string | undefined
  #sandbox: Sandbox | undefined

  constructor(cluster: Pick<ClusterHandle, 'id' | 'link'>) {
    this.#cluster = cluster
  }

  /** Connects the API worker and the sandbox, unless they are connected. */
  open(host: string, sandbox: Sandbox): void {
    if (this.#sandbox === sandbox || sandbox.serve === undefined) return
    this.#host = host
    this.#sandbox = sandbox
    const { port1, port2 } = new MessageChannel()
    sandbox.serve(port1)
    this.#send(host, port2)
  }

  /** From now on the page receives the calls, including those in progress. */
  close(): void {
    if (this.#host !== undefined) this.#send(this.#host)
    this.forget()
  }

  /** Forgets the port without a message, for a new API worker, which has no ports. */
  forget(): void {
    this.#host = undefined
    this.#sandbox = undefined
  }

  #send(host: string, port?: MessagePort): void {
    const { id, link } = this.#cluster
    link.send({ type: 'direct', cluster: id, host, ...(port && { port }) }, port)
  }
}
