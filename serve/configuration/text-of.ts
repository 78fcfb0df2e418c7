import { isObject, stringOrEmpty, type Json } from '../../worker/api/json.ts'

/** The text of a member; empty when the member or its object is absent. */
export const textOf = (holder: Json | undefined, field: string): string =>
  isObject(holder) ? stringOrEmpty(holder[field]) : ''
