import type { NameRule } from '../../api/names.ts'
import { isLonger } from '../../runtime/utf8.ts'

const KEY = '[-._a-zA-Z0-9]+'
const pattern = new RegExp(`^${KEY}$`)
const TEXT = `a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '${KEY}')`

/** The rule for keys of config maps and secrets. Each key is also the name of a file. */
export const configKey: NameRule = (key) => {
  const faults: string[] = []
  if (isLonger(key, 253)) faults.push('must be no more than 253 characters')
  if (!pattern.test(key)) faults.push(TEXT)
  if (key === '.') faults.push("must not be '.'")
  else if (key === '..') faults.push("must not be '..'")
  else if (key.startsWith('..')) faults.push("must not start with '..'")
  return faults
}

/** The most bytes that all values of a config map or secret may have together. */
export const SIZE_LIMIT = 1024 * 1024
