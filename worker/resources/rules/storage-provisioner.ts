import { qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { check, checkObject } from '../notation/rule.ts'

const COUNT_LIMIT = 512
const SIZE_LIMIT = 256 * 1024

/** The name of a provisioner, which may have upper-case letters. */
export const provisioner: Rule = check((value, place) => {
  const name = String(value).toLowerCase()
  for (const fault of qualifiedName(name)) place.invalid(name, fault)
})

/** The parameters for a provisioner. */
export const parameters: Rule = checkObject((given, place) => {
  const pairs = Object.entries(given)
  if (pairs.length > COUNT_LIMIT) return place.tooLong(COUNT_LIMIT)
  if ('' in given) place.invalid('', 'field can not be empty.')
  const size = pairs.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
  if (size > SIZE_LIMIT) place.tooLong(SIZE_LIMIT)
})
