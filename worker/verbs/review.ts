import type { JsonObject } from '../api/json.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Environment } from './environment.ts'
import type { Caller } from './verbs.ts'

/** Computes the parts of a review that replace the sent ones: its status, and for some kinds its metadata and spec. */
export type Review = (
  environment: Environment,
  caller: Caller,
  object: ApiObject,
  group: string,
) => Promise<ReviewAnswer> | ReviewAnswer

export interface ReviewAnswer {
  readonly status: JsonObject
  readonly metadata?: JsonObject
  readonly spec?: JsonObject
}

/** The spec of a review. */
export const specOf = (object: ApiObject): JsonObject => objectOrEmpty(object['spec'])
