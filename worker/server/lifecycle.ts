/** The states of one server: started by its first call or first request, then ready, draining, closed. */
export class Lifecycle {
  readonly #startCluster: () => Promise<void>
  #starting: Promise<void> | undefined
  #isStarted = false
  #isDraining = false
  #isClosed = false

  /** Makes a lifecycle that has not started. @param startCluster starts the cluster; it is called again after a failure */
  constructor(startCluster: () => Promise<void>) {
    this.#startCluster = startCluster
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  get isReady(): boolean {
    return !this.#isDraining
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Starts the cluster. Concurrent callers share one attempt. */
  start(): Promise<void> {
    return (this.#starting ??= this.#startCluster().then(
      () => void (this.#isStarted = true),
      (error: unknown) => {
        this.#starting = undefined
        throw error
      },
    ))
  }

  drain(): void {
    this.#isDraining = true
  }

  /** Closes the server. Resolves when no start is under way. Only the callers of `start` receive its error. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([this.#starting])
  }
}
