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

export function portWire<Out, In>(port: MessagePort): Wire<Out, In> {
  return {
    send(message, owned) {
      if (owned === undefined) port.postMessage(message)
      else port.postMessage(message, [owned.buffer as ArrayBuffer])
    },
    receive(listener) {
      port.addEventListener('message', (event: MessageEvent<In>) => listener(event.data))
      port.start()
    },
    closed: (listener) => port.addEventListener('close', listener),
    close: () => port.close(),
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
