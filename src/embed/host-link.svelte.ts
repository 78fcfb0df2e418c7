import { errorMessage } from '../client/api-error.ts'
import { session } from '../state/session.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { CallServer } from './call-server.ts'
import type { FromFrame } from '../contracts/embed-protocol.ts'
import { FrameEvents } from './frame-events.svelte.ts'
import { frameHeight } from './frame-height.svelte.ts'
import { frameMethods } from './frame-methods.ts'
import { acceptHostChannel } from './host-channel.ts'

type Close = (why: string) => void

/**
 * Answers the calls of the embedding page, whose origin is `host`.
 * @param started resolves when the cluster of the address is open, or cannot be opened
 * @returns a function that ends the channel
 */
export function linkHost(host: string, started: Promise<void>): () => void {
  let close: Close = () => undefined
  const open = (): (() => void) =>
    acceptHostChannel(window, host, (port) => {
      close('The page has opened another channel')
      close = serve(port, started)
    })
  let shut = open()
  // The reset of a lesson opens another cluster. A new hello then replaces the channel.
  const follow = $effect.root(() => {
    let served: Workspace | undefined
    $effect(() => {
      const { workspace } = session
      if (served !== undefined && workspace !== undefined && workspace !== served) {
        shut()
        shut = open()
      }
      served = workspace
    })
  })
  const stopper = new AbortController()
  const { signal } = stopper
  addEventListener('pagehide', () => close('The frame of the cluster has left its page'), { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      shut()
      shut = open()
    },
    { signal },
  )
  return () => {
    stopper.abort()
    follow()
    shut()
    close('The page of the cluster was closed')
  }
}

/** Calls that arrive before the cluster has started wait in the port. */
function serve(port: MessagePort, started: Promise<void>): Close {
  let isClosed = false
  let end: Close = (why) => {
    port.postMessage({ type: 'closed', why } satisfies FromFrame)
    port.close()
  }
  const close: Close = (why) => {
    if (!isClosed) end(why)
    isClosed = true
  }
  async function start(): Promise<void> {
    await started
    const { workspace, failure } = session
    if (isClosed) return
    if (workspace === undefined) return close(failure?.message ?? 'The cluster cannot be opened')
    const server = new CallServer(port, {
      handlers: {
        ...frameMethods(workspace),
        fit({ isWanted }) {
          frameHeight.follow(isWanted ? (height) => server.send({ type: 'height', height }) : undefined)
          return Promise.resolve({ value: undefined })
        },
      },
      listen: (name) => events.listen(name),
    })
    const events = new FrameEvents(workspace, (message) => server.send(message))
    end = (why) => {
      frameHeight.follow(undefined)
      events.stop()
      server.close(why)
    }
    await events.followLesson()
  }
  start().catch((error: unknown) => close(errorMessage(error)))
  return close
}
