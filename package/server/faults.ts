/** The requests to which a fault applies. An absent member matches every request. */
export interface FaultTarget {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or several of them. */
  readonly verb?: string | readonly string[]
  /** The plural name, with the group after a point when the resource is not in the core group: `deployments.apps`. */
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

export interface Fault {
  /** The HTTP status of the answer, or `cut`, which ends the connection without an answer. By default, the server answers. */
  readonly status?: number | 'cut'
  /** The message of the answer's `Status`. */
  readonly message?: string
  /** The header `Retry-After`, seconds. */
  readonly retryAfter?: number
  /** Real milliseconds before the answer. */
  readonly delay?: number
  /** The number of events after which a watch ends. */
  readonly afterEvents?: number
  /** The number of requests to which the fault applies. Default: all, until it is removed. */
  readonly times?: number
}

/** The faults of a cluster. The oldest fault that matches a request applies to it. */
export interface Faults {
  /** Adds a fault. The returned function removes it. @throws RangeError for an impossible fault */
  on(target: FaultTarget, fault: Fault): () => void
  /** Removes every fault. */
  clear(): void
}
