/**
 * Messages between the page, the sandboxed frame and the worker that runs a handler. Values are sent as JSON text, so
 * that the frame can check their length without parsing them. The page validates all of them.
 */
export type ToFrame = RunMessage | ToRunner | AbortMessage

/** The page sends this message to check that the frame runs, and the frame sends it back. */
export interface PulseMessage {
  readonly type: 'pulse'
}

/** Comes with one MessagePort, over which the API worker sends webhook calls. */
export interface DirectPortMessage {
  readonly type: 'direct'
}

/** Starts the worker. */
export interface RunMessage {
  readonly type: 'run'
  /** The text of the handler's file: TypeScript or JavaScript. */
  readonly source: string
}

/** The page no longer waits for the result of call `id`. */
export interface AbortMessage {
  readonly type: 'abort'
  readonly id: number
}

export type ToRunner =
  /** `text`: a `HandlerCall`. */
  | { readonly type: 'call'; readonly id: number; readonly text: string }
  /** The answer to `request`: the value, or a `RefusedHandlerRequest`. */
  | { readonly type: 'reply'; readonly id: number; readonly isRefused: boolean; readonly text: string }
  | { readonly type: 'ping' }

/** A message of the worker. For `result` and `fault`, `id` is the id of the call; for `request`, the worker chooses it. */
export interface FromRunner {
  readonly type: 'ready' | 'failed' | 'result' | 'fault' | 'request' | 'log' | 'pong'
  readonly id: number
  /**
   * `ready`: a `HandlerFacts`; `failed`: why the handler cannot start; `result`: the value; `fault`: the error of a call;
   * `request`: a `HandlerApiRequest`; `log`: a line.
   */
  readonly text: string
}

export type FromFrame =
  | FromRunner
  /** The frame has ended the worker, for the reason in `text`. */
  | { readonly type: 'ended'; readonly id: number; readonly text: string }
  | CalledMessage

/** `text`: a list of `DirectCall`, the newest last. */
export interface CalledMessage {
  readonly type: 'called'
  readonly id: 0
  readonly text: string
}

/** The record of a webhook call that the API worker sent to the frame. */
export interface DirectCall {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly answer: string
  readonly verdict: string
  readonly isFault: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** The time that the call took, milliseconds. */
  readonly duration: number
}

/** The parts of a handler that are data. */
export interface HandlerFacts {
  readonly kind: 'webhook' | 'controller' | 'script'
  readonly service?: string
  readonly serviceAccount?: string
  readonly watch?: string
  readonly owns?: readonly string[]
  readonly lease?: string
}

export type HandlerCall =
  | { readonly kind: 'http'; readonly request: { method: string; path: string; query: string; body: string } }
  | { readonly kind: 'reconcile'; readonly request: { namespace: string; name: string; object?: unknown } }
  | { readonly kind: 'run' }

/** A request of a handler to the API of the cluster. */
export interface HandlerApiRequest {
  readonly verb: 'get' | 'list' | 'apply' | 'patch' | 'status' | 'delete' | 'event'
  readonly collection?: string
  readonly namespace?: string
  readonly name?: string
  readonly labelSelector?: string
  readonly object?: unknown
  readonly patch?: unknown
  readonly force?: boolean
}

export interface RefusedHandlerRequest {
  readonly message: string
  readonly code: number
  readonly reason: string
}

/** The bounds of the records of calls. */
export const RECORD_LIMITS = {
  calls: 50,
  /** The number of characters of a request or an answer that are shown. */
  text: 20_000,
  /** The length of the longest request that can be repeated. */
  repeated: 200_000,
} as const

/** The name of the worker's script in the stacks of errors. */
export const HANDLER_SCRIPT = 'handler-script'

export const SANDBOX_LIMITS = {
  /** Characters of one message from the worker. */
  text: 3 * 1024 * 1024,
  /** Characters of a logged line. */
  line: 4_000,
  /** Messages of the worker in one second. */
  messages: 2_000,
  /** Log lines and requests that the worker may send between two pings, and their characters. */
  unread: 20_000,
  unreadText: 64 * 1024 * 1024,
  /** Bytes of all buffers of a handler in a tab. */
  buffers: 512 * 1024 * 1024,
  /** Milliseconds until the handler is ready. On a busy machine a worker alone takes tens of seconds to start. */
  start: 60_000,
  /** Milliseconds between two pings, and the number of pings in a row that may have no answer. */
  beat: 2_000,
  missedBeats: 5,
  /** Milliseconds for which an abandoned call may still block the worker. */
  blocked: 1_000,
} as const
