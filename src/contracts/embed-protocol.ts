import type { AppliedObject, ClusterEvents, ClusterSnapshot, CommandResult, ScenarioState } from './embed-api.ts'

/**
 * The messages between a page with `<tabplane-cluster>` and its frame (ADR 0064). The element passes the origin of its
 * page in the address of the frame (`host`). The frame sends `Hello` to this origin when it can receive calls. The page
 * answers with `Connect` and one end of a MessageChannel; everything else goes over this channel.
 *
 * Example: page `{ type: 'call', id: 1, method: 'run', input: { line: 'kubectl get ns' } }`, frame
 * `{ type: 'result', id: 1, value: { stdout: 'NAME…', stderr: '', code: 0 } }`.
 */
export const PROTOCOL_VERSION = 1

/** Both ends check messages: the frame because any page may embed it, the page because a frame can navigate to another page. */
export const LIMITS = {
  /** Calls without an answer. */
  calls: 32,
  /** Characters of a command line, a path or a place. */
  line: 64 * 1024,
  /** Characters of a manifest. */
  manifest: 512 * 1024,
  /** Bytes of a request's body: the limit of the server. */
  body: 3 * 1024 * 1024,
  headers: 64,
  /** Characters of each output of a command. */
  output: 1024 * 1024,
  /** Messages that are not calls. After this many, the frame closes the channel. */
  faults: 20,
} as const

/** The address parameter with the origin of the page; without it the frame accepts no calls. */
export const HOST_PARAMETER = 'host'

/** The address parameter of a view: the frame starts no worker and waits for `LentWorker`. */
export const VIEW_PARAMETER = 'view'

/** Frame to page, by `window.postMessage`, as soon as the frame's code runs. The terminal loads before the hello. */
export interface Starting {
  readonly type: 'tabplane:starting'
}

/** Frame to page, by `window.postMessage`. */
export interface Hello {
  readonly type: 'tabplane:hello'
  readonly version: number
}

/** Page to frame, by `window.postMessage`, with one port. */
export interface Connect {
  readonly type: 'tabplane:connect'
  readonly version: number
}

/** Page to frame, by `window.postMessage`, at any time. It changes only colours. */
export interface HostTheme {
  readonly type: 'tabplane:theme'
  readonly theme: 'system' | 'light' | 'dark'
}

/** Frame to page, by `window.postMessage`: a view wants the worker of the cluster's first frame. */
export interface WantsWorker {
  readonly type: 'tabplane:wants-worker'
  readonly version: number
}

/** Page to frame, by `window.postMessage`, with the port that `lend` returned. */
export interface LentWorker {
  readonly type: 'tabplane:worker'
}

/** The input and the result of each method. */
export interface Methods {
  run: { readonly input: { readonly line: string; readonly columns?: number }; readonly value: CommandResult }
  apply: { readonly input: { readonly text: string }; readonly value: readonly AppliedObject[] }
  /** The body of the answer follows in chunks. */
  fetch: { readonly input: RequestInput; readonly value: ResponseHead }
  open: { readonly input: { readonly where: string }; readonly value: undefined }
  snapshot: { readonly input: undefined; readonly value: ClusterSnapshot }
  share: { readonly input: undefined; readonly value: string }
  /** A port to the cluster's worker; it is transferred with the result. */
  lend: { readonly input: undefined; readonly value: MessagePort }
  /** Whether the frame sends its height: the element has `height="auto"`. */
  fit: { readonly input: { readonly isWanted: boolean }; readonly value: undefined }
  ping: { readonly input: undefined; readonly value: undefined }
  /** Answered when the watches for all events that the page has requested are open, or cannot be opened. */
  followed: { readonly input: undefined; readonly value: undefined }
}
export type MethodName = keyof Methods

export interface RequestInput {
  /** The path with its query: `/api/v1/pods?limit=5`. */
  readonly path: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array
}

export interface ResponseHead {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Whether chunks follow. */
  readonly hasBody: boolean
}

/** Page to frame, over the channel. */
export type ToFrame =
  | { readonly type: 'call'; readonly id: number; readonly method: MethodName; readonly input: unknown }
  /** Ends a call and the body of its answer. */
  | { readonly type: 'cancel'; readonly id: number }
  /** Requests the next chunk of a body. */
  | { readonly type: 'pull'; readonly id: number }
  /** Requests events of this name. */
  | { readonly type: 'listen'; readonly name: ClusterEventName }

/** Frame to page, over the channel. */
export type FromFrame =
  /** The cluster has started and its manifest is applied. */
  | { readonly type: 'ready'; readonly scenario: ScenarioState | undefined }
  /** When the value is a port, the message transfers it. */
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  /** When `bytes` is undefined, the body has ended. */
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly type: 'scenario'; readonly scenario: ScenarioState | undefined }
  | { readonly type: 'event'; readonly name: ClusterEventName; readonly detail: unknown }
  /** After `fit`: the height that the panes need, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** The last message: the channel is closed. */
  | { readonly type: 'closed'; readonly why: string }

export type ClusterEventName = keyof ClusterEvents

/**
 * The events that the frame sends only after `listen`, because following them needs watches. `ready` is an event of the
 * element.
 */
export const EVENT_NAMES: readonly ClusterEventName[] = ['change', 'command', 'request', 'check', 'passed', 'error']
