/** A two-way road for messages that both a MessagePort and a BroadcastChannel can be. */
export interface Wire<Out, In> {
  /** `owned` is given away where the road can transfer it, else copied: do not use it afterwards. */
  send(message: Out, owned?: Uint8Array): void
  /** Starts delivery; called once. */
  receive(listener: (message: In) => void): void
  /** The other end is gone. Not every browser tells, so that silence has to be watched too. */
  closed(listener: () => void): void
  close(): void
}

/** So many messages travel together at most: what comes by other ports must not wait for all of a flood. */
const TOGETHER = 64

/** Messages of one turn are posted together, because each posting costs more than most messages. */
export function portWire<Out, In>(port: MessagePort): Wire<Out, In> {
  let gathered: Out[] = []
  let buffers: ArrayBuffer[] = []
  const flush = (): void => {
    if (gathered.length === 0) return
    port.postMessage(gathered, buffers)
    gathered = []
    buffers = []
  }
  return {
    send(message, owned) {
      if (owned !== undefined) buffers.push(owned.buffer as ArrayBuffer)
      const count = gathered.push(message)
      if (count === 1) queueMicrotask(flush)
      else if (count === TOGETHER) flush()
    },
    receive(listener) {
      port.addEventListener('message', ({ data }: MessageEvent<readonly In[]>) => {
        for (const message of data) listener(message)
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

/** A channel whose name only two ends know. */
export function channelWire<Out, In>(name: string): Wire<Out, In> {
  const channel = new BroadcastChannel(name)
  const listen = (listener: (data: In | typeof BYE) => void): void =>
    channel.addEventListener('message', (event: MessageEvent<In | typeof BYE>) => listener(event.data))
  return {
    send: (message) => channel.postMessage(message),
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
