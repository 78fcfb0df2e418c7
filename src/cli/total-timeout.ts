import type { Host } from './host.ts'

/** The time limit that all objects of a command share. It begins with the first object that the command waits for. */
class TotalTimeout {
  readonly #host: Host
  readonly #end: number
  #ended = false

  constructor(host: Host, milliseconds: number) {
    this.#host = host
    this.#end = milliseconds > 0 ? host.now() + milliseconds : Infinity
  }

  get ended(): boolean {
    return this.#ended || this.#host.now() >= this.#end
  }

  /** The result of the work; false when the time has ended or ends first. */
  async within(work: () => Promise<boolean>): Promise<boolean> {
    if (this.ended) return false
    const remaining = this.#end === Infinity ? 0 : this.#end - this.#host.now()
    // A timer can fire a moment before the clock shows its time.
    this.#ended = !(await within(this.#host, work(), remaining))
    return !this.#ended
  }
}

/**
 * The result of `work`; false when the time ends first.
 * @param milliseconds 0 or less: no limit
 */
export async function within(
  { after }: Pick<Host, 'after'>,
  work: Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  if (milliseconds <= 0) return work
  let cancel = (): void => undefined
  const late = new Promise<false>((resolve) => {
    cancel = after(milliseconds, () => resolve(false))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}

const timeouts = new WeakMap<object, TotalTimeout>()

/**
 * The timeout of a command line, which starts at the first call.
 * @param milliseconds 0 or less: no limit
 */
export function totalTimeout(session: { readonly host: Host }, milliseconds: number): TotalTimeout {
  const started = timeouts.get(session) ?? new TotalTimeout(session.host, milliseconds)
  timeouts.set(session, started)
  return started
}
