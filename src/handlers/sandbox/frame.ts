import { scriptOf } from './script.ts'
import { DirectCalls } from './direct-calls.ts'
import { Gate } from './gate.ts'
import { HANDLER_SCRIPT, type DirectPortMessage, type PulseMessage, type ToFrame, type ToRunner } from './messages.ts'

/**
 * The script of `handler-frame.html` (scripts/handler-frame.ts). It runs only in a frame with an opaque origin: with
 * the origin of the app, a handler could read the storage of the app.
 */
declare const RUNNER: string

const begin = 'runHandler(async function (exports) {'

function start(source: string) {
  // The runner's lines come first. The runner subtracts their number from the line numbers of errors.
  const above = `${RUNNER.trimEnd()}\n${begin}`
  const lines = above.split('\n').length - 1
  const script = `${above}${scriptOf(source)}\n}, ${lines})\n//# sourceURL=${HANDLER_SCRIPT}`
  // In an opaque origin, workers from a data: address are secure contexts with `crypto.subtle`; workers from blobs are not.
  const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`)
  return {
    post: (message: ToRunner) => worker.postMessage(message),
    listen: (listener: (message: unknown) => void) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
    failed: (listener: (text: string) => void) =>
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        const line = event.lineno > lines ? ` (line ${event.lineno - lines})` : ''
        listener(`${event.message}${line}`)
      }),
    terminate: () => worker.terminate(),
  }
}

function open({ source, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== parent || port === undefined) return
  removeEventListener('message', open)
  const after = (ms: number, task: () => void): (() => void) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  }
  const gate = new Gate({ start, send: (message) => void (direct.take(message) || port.postMessage(message)), after })
  const direct = new DirectCalls({
    gate: (message) => gate.receive(message),
    report: (message) => port.postMessage(message),
    now: () => performance.timeOrigin + performance.now(),
    after,
  })
  port.addEventListener(
    'message',
    ({ data, ports: [calls] }: MessageEvent<ToFrame | PulseMessage | DirectPortMessage>) => {
      if (data.type === 'pulse') port.postMessage(data)
      else if (data.type !== 'direct') gate.receive(data)
      else if (calls !== undefined) direct.open(calls)
    },
  )
  port.start()
}

if (self.origin === 'null' && parent !== self) addEventListener('message', open)
