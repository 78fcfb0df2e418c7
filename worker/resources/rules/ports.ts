import { boundedNumber } from '../../api/numbers.ts'
import type { NameRule } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, between, check, checkWith, each, isRepeated, oneOf, required, requiredNumber } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { isLonger } from '../../runtime/utf8.ts'

/**
 * An IANA service name: up to 15 lower-case letters, digits and single hyphens, with at least one letter and no hyphen at
 * either end.
 */
export const portName: NameRule = (name) => {
  const faults: string[] = []
  if (isLonger(name, 15)) faults.push('must be no more than 15 characters')
  if (!/^[-a-z0-9]+$/.test(name)) faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(name)) faults.push('must contain at least one letter (a-z)')
  if (name.includes('--')) faults.push('must not contain consecutive hyphens')
  if (/^-|-$/.test(name)) faults.push('must not begin or end with a hyphen')
  return faults
}

export const portNumber: Rule = between(1, 65535)

/** The number or the name of a port. */
export const portNumberOrName: Rule = check((value, place) => {
  if (typeof value === 'string') for (const fault of portName(value)) place.invalid(value, fault)
  else if (boundedNumber(value) < 1 || boundedNumber(value) > 65535)
    place.invalid(value, 'must be between 1 and 65535, inclusive')
})

export const protocol: Rule = oneOf('SCTP', 'TCP', 'UDP')

const newName = checkWith('name', (port, place) => {
  const name = textAt(port, 'name')
  if (name === '') return
  const faults = portName(name)
  for (const fault of faults) place.invalid(name, fault, 'name')
  if (faults.length === 0 && isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

/** The ports of a container. */
export const containerPorts: Rule = each(
  'ports',
  newName,
  at('containerPort', requiredNumber, portNumber),
  at('hostPort', portNumber),
  at('protocol', required(), protocol),
)
