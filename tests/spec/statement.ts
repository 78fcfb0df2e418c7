import type { JsonObject } from '../../worker/api/json.ts'

/** One exchange of a statement: the request, and the required parts of the answer. */
export interface Exchange {
  /** The method and the path of the request: `POST /api/v1/namespaces`. */
  readonly send: string
  readonly body?: JsonObject | readonly JsonObject[] | string
  /** Content type of the body; JSON by default. */
  readonly type?: string
  readonly accept?: string
  readonly status: number
  /** A part that the answer must contain; `/…/` texts are patterns. */
  readonly answer?: JsonObject
  /** Headers, in lower case, that the answer must have; patterns as above. */
  readonly headers?: Readonly<Record<string, string>>
  /** The first lines of a stream (a watch); no further lines are read. */
  readonly events?: readonly JsonObject[]
  /**
   * Values of the answer to store, each as a name and a path in the answer; later exchanges insert them at `${name}`.
   */
  readonly keep?: Readonly<Record<string, string>>
}

/** A statement about the server's behaviour, by subject, and exchanges that verify it. Each statement has its own server. */
export interface Statement {
  readonly subject: string
  readonly says: string
  readonly exchanges: readonly Exchange[]
}
