import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import { utf8Length } from '../runtime/utf8.ts'

/** The most bytes of a field manager's name. */
const LIMIT = 128
const PLAIN = /^[ -~]{0,128}$/
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** The faults of a manager's name in a field: its length, and characters that cannot be printed. */
export function managerFaults(field: string, manager: string): FieldError[] {
  if (PLAIN.test(manager)) return []
  const errors: FieldError[] = []
  if (utf8Length(manager) > LIMIT) errors.push(fieldError.tooLong(field, LIMIT))
  let at = 0
  for (const character of manager) {
    if (!PRINTABLE.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      errors.push(fieldError.invalid(field, manager, `invalid character U+${code} (at position ${at})`))
    }
    at += utf8Length(character)
  }
  return errors
}

/**
 * The manager of a request that names none: the printable characters of the User-Agent before its first slash, cut to 128 bytes.
 */
export function managerOfAgent(userAgent: string): string {
  const slash = userAgent.indexOf('/')
  const name = slash < 0 ? userAgent : userAgent.slice(0, slash)
  if (PLAIN.test(name)) return name
  let out = ''
  for (const character of name) {
    if (!PRINTABLE.test(character)) continue
    if (utf8Length(out + character) > LIMIT) break
    out += character
  }
  return out
}
