import type { JsonObject } from '../../worker/api/json.ts'

/** One exchange of a statement: what is sent, and what of the answer the specification fixes. */
export interface Exchange {
  /** `POST /api/v1/namespaces` */
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
  /** Lines of a stream (a watch): read until there are as many. */
  readonly events?: readonly JsonObject[]
  /** Keeps values of the answer for later exchanges, where `${name}` stands for them. */
  readonly keep?: Readonly<Record<string, string>>
}

/** A sentence of the specification, by its section, and the exchanges that show it. Each has a server of its own. */
export interface Statement {
  readonly section: string
  readonly says: string
  readonly exchanges: readonly Exchange[]
}
