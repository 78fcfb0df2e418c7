/** A two-way message channel, over a MessagePort or a BroadcastChannel. */
export interface Wire<Out, In> {
  /**
   * `owned` is transferred over a MessagePort, else copied: do not use it afterwards. The port of a message is passed as
   * `owned`. A BroadcastChannel cannot transfer a port, so such a message is not sent over one.
   */
  send(message: Out, owned?: Uint8Array | MessagePort): void
  /** Starts delivery; called once. */
  receive(listener: (message: In) => void): void
  /** Calls `listener` when the other end is gone. Some browsers fire no event, so callers also measure silence. */
  closed(listener: () => void): void
  close(): void
}

/** The maximum number of messages in one post, so that messages of other ports are delivered in between. */
const TOGETHER = 64

/** Posts the messages of one turn together, because a post costs more than most messages. */
export function portWire<Out, In>(port: MessagePort): Wire<Out, In> {
  let gathered: Out[] = []
  let transferred: Transferable[] = []
  const flush = (): void => {
    if (gathered.length === 0) return
    port.postMessage(gathered, transferred)
    gathered = []
    transferred = []
  }
  return {
    send(message, owned) {
      if (owned !== undefined) transferred.push('buffer' in owned ? (owned.buffer as ArrayBuffer) : owned)
      const count = gathered.push(message)
      if (count === 1) queueMicrotask(flush)
      else if (count === TOGETHER) flush()
    },
    receive(listener) {
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        // Only the other end of a `portWire` posts lists.
        if (Array.isArray(data)) for (const message of data as readonly In[]) listener(message)
      })
      port.start()
    },
    closed: (listener) => port.addEventListener('close', listener),
    close() {
      flush()
      port.close()
    },
  }
}

const BYE = 'bye'

/** A wire over a BroadcastChannel. The name is random, so only the two ends know it. */
export function channelWire<Out, In>(name: string): Wire<Out, In> {
  const channel = new BroadcastChannel(name)
  const listen = (listener: (data: In | typeof BYE) => void): void =>
    channel.addEventListener('message', (event: MessageEvent<In | typeof BYE>) => listener(event.data))
  return {
    send(message, owned) {
      if (owned === undefined || 'buffer' in owned) channel.postMessage(message)
    },
    receive: (listener) => listen((data) => data !== BYE && listener(data)),
    closed(listener) {
      listen((data) => {
        if (data !== BYE) return
        channel.close()
        listener()
      })
    },
    close() {
      channel.postMessage(BYE)
      channel.close()
    },
  }
}
