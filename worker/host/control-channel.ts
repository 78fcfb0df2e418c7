import type { Endpoint } from 'comlink'
import { expose, wrap } from 'comlink'
import type { Remote } from 'comlink'
import { isObject } from '../api/json.ts'
import { controlFault } from './control-call.ts'
import type { ClusterControl } from './messages.ts'

type Listener = EventListenerOrEventListenerObject

/** An endpoint of comlink, which makes remote calls, over the `control` messages of a link. */
interface ControlEndpoint extends Endpoint {
  receive(message: unknown): void
}

function controlEndpoint(send: (message: unknown) => void): ControlEndpoint {
  const listeners = new Set<Listener>()
  return {
    postMessage: (message) => send(message),
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    receive(message) {
      const event = new MessageEvent('message', { data: message })
      for (const listener of listeners) {
        if (typeof listener === 'function') listener(event)
        else listener.handleEvent(event)
      }
    },
  }
}

/** The worker's end of the channel. It refuses invalid messages and passes on the others to the control. */
export function comlinkControl(control: ClusterControl) {
  return (send: (message: unknown) => void): ((message: unknown) => void) => {
    const endpoint = controlEndpoint(send)
    expose(control, endpoint)
    return (message) => {
      const fault = controlFault(message)
      if (fault === undefined) return endpoint.receive(message)
      if (isObject(message) && typeof message['id'] === 'string') send(refusal(message['id'], fault))
    }
  }
}

/** An error in comlink's form. */
const refusal = (id: string, message: string): object => ({
  id,
  type: 'HANDLER',
  name: 'throw',
  value: { isError: true, value: { message, name: 'TypeError', stack: '' } },
})

/** The page's end of the channel. */
export function remoteControl(send: (message: unknown) => void): {
  readonly control: Remote<ClusterControl>
  receive(message: unknown): void
} {
  const endpoint = controlEndpoint(send)
  return { control: wrap<ClusterControl>(endpoint), receive: (message) => endpoint.receive(message) }
}
