import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Environment } from './environment.ts'
import type { Caller } from './verbs.ts'

/** What a review answers in place of what was sent: its status, and sometimes less of the rest. */
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

/** The part of a review that says what is asked. */
export const specOf = (object: ApiObject): JsonObject => (isObject(object['spec']) ? object['spec'] : {})
