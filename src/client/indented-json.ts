import { exactJson } from '../../worker/api/exact-json.ts'
import { indentJson } from '../../worker/codec/json-indent.ts'

/** Writes JSON as `exactJson` does, but with a line for each member and an indentation of two spaces. */
export function indentedJson(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2)
  } catch (error) {
    if (error instanceof TypeError) return indentJson(exactJson(value))
    throw error
  }
}
