import { readRecording, recordingNames } from '../recordings/archive.ts'
import type { Hook } from './webhook-reply.ts'

/** A recorded sequence of requests with the answers of the real server. recordings/README.md describes each member. */
export interface Case {
  readonly name: string
  readonly area: string
  /** The flags of the server, by their name in recordings/profiles.json; `default` when absent. */
  readonly profile?: string
  /** A namespace created before the steps and deleted after them. */
  readonly ns?: string
  readonly nsLabels?: Readonly<Record<string, string>>
  /** Paths deleted after the steps. */
  readonly cleanup?: readonly string[]
  readonly hooks?: readonly Hook[]
  readonly keepIP?: boolean
  readonly keepPort?: boolean
  readonly steps: readonly Step[]
}

/** A step of a case. Exactly one of `path`, `hookCalls`, `hookReset`, `join` and `sleep` is present. */
export interface Step {
  readonly expect?: unknown
  readonly sleep?: number
  readonly join?: unknown
  readonly hookReset?: unknown
  readonly path?: string
  readonly method?: string
  /** The headers of a request; in a `hookCalls` step, the names of the headers that are compared. */
  readonly headers?: Readonly<Record<string, HeaderValue>> | readonly string[]
  readonly type?: string
  readonly body?: unknown
  readonly b64?: string
  readonly as?: string | null
  readonly impersonate?: string
  readonly cert?: string
  readonly save?: Readonly<Record<string, string>>
  readonly watch?: WatchLimit
  readonly background?: unknown
  readonly lead?: number
  readonly until?: Until
  readonly ignore?: boolean
  readonly only?: readonly string[]
  readonly unordered?: readonly string[]
  readonly bytes?: boolean
  readonly jwt?: string
  readonly x509?: string
  readonly hookCalls?: string
  readonly where?: Readonly<Record<string, unknown>>
  readonly sort?: boolean
  readonly distinct?: boolean
  readonly waitFor?: number
}

/** A request step is repeated until this holds, for `ms` at most. */
export interface Until {
  /** A member of the answer; the HTTP status when absent. */
  readonly path?: string
  readonly equals?: unknown
  readonly exists?: boolean
  readonly ms?: number
}

/** A stream is read for `ms`, or until it has delivered `count` lines. */
export interface WatchLimit {
  readonly ms?: number
  readonly count?: number
  /** The least number of lines. A stream that has delivered fewer after `ms` is read until it has delivered so many. */
  readonly least?: number
}

/** The value of a sent header. Null removes a header that the client would set itself. */
export type HeaderValue = string | readonly string[] | null

/** Sends one request and resolves with its whole answer; of a stream, with the part that `watch` bounds. */
export interface Client {
  send(request: SentRequest): Promise<Answer>
}

export interface SentRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, HeaderValue>>
  readonly body?: string | Uint8Array
  /** The client certificate recordings/pki/NAME.crt; the request carries no token then. */
  readonly cert?: string
  readonly watch?: WatchLimit
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * The profile of a file of answers, which is named `NUMBER-TOPIC` or, for another profile than the default one,
 * `NUMBER-TOPIC.PROFILE`.
 */
const profileOf = (file: string): string => file.split('.')[1] ?? 'default'

/** The recorded cases of these areas for one profile; of all areas when none is named. */
export function cases(areas: readonly string[], profile: string): Case[] {
  return recordingNames('answers')
    .filter((file) => profileOf(file) === profile)
    .flatMap((file) => readRecording('answers', file) as Case[])
    .filter(({ area }) => areas.length === 0 || areas.includes(area))
}
