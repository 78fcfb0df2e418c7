import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Handler } from '../handler.ts'
import { HandlerApiClient } from './cluster-api.ts'
import { reduceScope } from './handler-scope.ts'
import type { FromRunner, HandlerCall, HandlerFacts, ToRunner } from './messages.ts'
import { HANDLER_SCRIPT, SANDBOX_LIMITS } from './messages.ts'
import { UnreadLimit } from './unread-limit.ts'
import { answerRequest } from './webhook-routes.ts'

/**
 * The script that runs a handler in its worker. It comes before the handler's own code. It converts calls, removes global names
 * and counts messages. The worker and the frame around it isolate the handler.
 */
interface RunnerScope {
  postMessage?(message: FromRunner): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToRunner>) => void): void
  runHandler?(load: (exports: { default?: unknown }) => Promise<void>, lines: number): void
}

const scope = globalThis as unknown as RunnerScope
const post = scope.postMessage?.bind(scope)
const send = (type: FromRunner['type'], id: number, text: string): void => post?.({ type, id, text })
const unread = new UnreadLimit()

/** Sends a message that the handler's code causes, and counts it. @throws Error above the limit */
function sendCounted(type: 'log' | 'request', id: number, text: string): void {
  unread.count(text)
  send(type, id, text)
}

/** A position of the script in a stack trace: name, line and column. */
const STACK_LINE = new RegExp(`${HANDLER_SCRIPT}:(\\d+):\\d+`, 'g')

/** Lines of the script above the handler's first line. */
let linesAbove = 0

/** The text of an error, with the line in the handler's file when the stack contains one. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const lines = [...(error.stack ?? '').matchAll(STACK_LINE)].map(([, line]) => numberOfText(line) - linesAbove)
  const line = lines.find((one) => one > 0)
  return line === undefined ? String(error) : `${String(error)} (line ${line})`
}

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return describe(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
  console[level] = (...values: unknown[]) =>
    sendCounted('log', 0, values.map(shown).join(' ').slice(0, SANDBOX_LIMITS.line))

const client = new HandlerApiClient((id, text) => sendCounted('request', id, text))

function checked(value: unknown): Handler {
  const kind = (value as Partial<Handler> | undefined)?.kind
  if (kind === 'webhook' || kind === 'controller' || kind === 'script') return value as Handler
  throw new Error('the default export must have the kind webhook, controller or script')
}

function factsOf(handler: Handler): HandlerFacts {
  if (handler.kind === 'webhook') return { kind: handler.kind, service: handler.service }
  const { kind, serviceAccount } = handler
  if (kind === 'script') return { kind, serviceAccount }
  const { watch, owns = [], lease } = handler
  return { kind, serviceAccount, watch, owns, ...(lease !== undefined && { lease }) }
}

async function answer(handler: Handler, call: HandlerCall): Promise<unknown> {
  if (call.kind === 'http' && handler.kind === 'webhook') return answerRequest(handler, call.request, describe)
  if (call.kind === 'reconcile' && handler.kind === 'controller') {
    const { namespace, name, object } = call.request
    const request = { namespace, name, object: object as Parameters<typeof handler.reconcile>[0]['object'] }
    return (await handler.reconcile(request, client.api)) ?? null
  }
  if (call.kind === 'run' && handler.kind === 'script') return (await handler.run(client.api)) ?? null
  throw new Error(`a ${handler.kind} answers no ${call.kind} call`)
}

async function call(handler: Handler, id: number, text: string): Promise<void> {
  try {
    const result = JSON.stringify(await answer(handler, JSON.parse(text) as HandlerCall))
    if (result.length > SANDBOX_LIMITS.text)
      throw new Error(`the result has ${result.length} characters; the limit is ${SANDBOX_LIMITS.text}`)
    send('result', id, result)
  } catch (error) {
    send('fault', id, describe(error))
  }
}

let handler: Handler | undefined

scope.addEventListener('message', (event) => {
  // The handler's code must not see the messages of its runner.
  event.stopImmediatePropagation()
  const { data } = event
  if (data.type === 'ping') {
    unread.reset()
    send('pong', 0, '')
  } else if (data.type === 'reply') client.reply(data.id, data.isRefused, data.text)
  else if (handler !== undefined) void call(handler, data.id, data.text)
})

scope.runHandler = (load, lines) => {
  linesAbove = lines
  // The handler must not start workers, to which the time limits would not apply, and must not send messages in the name of
  // the runner.
  reduceScope(scope)
  const exports: { default?: unknown } = {}
  load(exports)
    .then(() => {
      handler = checked(exports.default)
      send('ready', 0, JSON.stringify(factsOf(handler)))
    })
    .catch((error: unknown) => send('failed', 0, describe(error)))
}
