import type { Int64 } from './int64.ts'
import { exactJson } from './exact-json.ts'
import { goNumber, quote } from './go-format.ts'

/*
 * A fault of one field. Validation collects these; `invalid()` in `status.ts` makes a 422 of a list. The messages are
 * copied from the real server.
 */

/** The reason of the fault, as the causes of a 422 name it. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError'
  | 'FieldValueTypeInvalid'

export interface FieldError {
  readonly type: FieldErrorType
  /** The path, such as `spec.containers[0].name`; `<nil>` for a fault without a path. */
  readonly field: string
  /** Type, bad value and detail: `Required value: name or generateName is required`. */
  readonly message: string
}

/** The maximum number of errors that validation reports for one object. */
export const MAX_FIELD_ERRORS = 1000
/** Validation of an object stops after this many characters of messages, since each message may contain a whole list. */
export const MAX_FIELD_ERROR_TEXT = 4 << 20

/** A value in an error message: a string as `%q` prints it, null as `"null"`, an object as JSON. */
export function showValue(value: unknown): string {
  if (value === undefined || value === null) return '"null"'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return goNumber(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return exactJson(value)
}

const withDetail = (head: string, detail: string): string => (detail === '' ? head : `${head}: ${detail}`)

export const fieldError = {
  required: (field: string, detail = ''): FieldError => ({
    type: 'FieldValueRequired',
    field,
    message: withDetail('Required value', detail),
  }),
  invalid: (field: string, value: unknown, detail: string): FieldError => ({
    type: 'FieldValueInvalid',
    field,
    message: withDetail(`Invalid value: ${showValue(value)}`, detail),
  }),
  /** Returns the error of an invalid value that the real server prints as Go source, such as `[]string{"a"}` or `0x0`. */
  invalidShown: (field: string, shown: string, detail: string): FieldError => ({
    type: 'FieldValueInvalid',
    field,
    message: withDetail(`Invalid value: ${shown}`, detail),
  }),
  /** Returns the error of an invalid value that the message of the real server does not contain. */
  invalidAsWhole: (field: string, detail: string): FieldError => ({
    type: 'FieldValueInvalid',
    field,
    message: withDetail('Invalid value', detail),
  }),
  typeInvalid: (field: string, value: unknown, detail: string): FieldError => ({
    type: 'FieldValueTypeInvalid',
    field,
    message: withDetail(`Invalid value: ${showValue(value)}`, detail),
  }),
  notSupported: (field: string, value: unknown, supported: readonly string[]): FieldError =>
    fieldError.notSupportedShown(field, showValue(value), supported),
  notSupportedShown: (field: string, shown: string, supported: readonly string[]): FieldError => ({
    type: 'FieldValueNotSupported',
    field,
    message: withDetail(
      `Unsupported value: ${shown}`,
      supported.length === 0 ? '' : `supported values: ${[...supported].map(quote).join(', ')}`,
    ),
  }),
  forbidden: (field: string, detail: string): FieldError => ({
    type: 'FieldValueForbidden',
    field,
    message: withDetail('Forbidden', detail),
  }),
  duplicate: (field: string, value: unknown): FieldError => ({
    type: 'FieldValueDuplicate',
    field,
    message: `Duplicate value: ${showValue(value)}`,
  }),
  duplicateShown: (field: string, shown: string): FieldError => ({
    type: 'FieldValueDuplicate',
    field,
    message: `Duplicate value: ${shown}`,
  }),
  notFound: (field: string, value: unknown, detail = ''): FieldError => ({
    type: 'FieldValueNotFound',
    field,
    message: withDetail(`Not found: ${showValue(value)}`, detail),
  }),
  tooLong: (field: string, limit: number): FieldError => ({
    type: 'FieldValueTooLong',
    field,
    message: `Too long: must have at most ${limit} bytes`,
  }),
  /** The fault of `tooLong` with the older message that some fields still have. */
  tooLongText: (field: string, limit: number): FieldError => ({
    type: 'FieldValueTooLong',
    field,
    message: `Too long: may not be longer than ${limit}`,
  }),
  tooMany: (field: string, actual: number, limit: Int64): FieldError => ({
    type: 'FieldValueTooMany',
    field,
    message: `Too many: ${actual}: must have at most ${limit} items`,
  }),
  internal: (field: string, detail: string): FieldError => ({
    type: 'InternalError',
    field,
    message: `Internal error: ${detail}`,
  }),
} as const
