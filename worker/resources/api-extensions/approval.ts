import { quote } from '../../api/go-format.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'

interface Approval {
  readonly state: 'approved' | 'unapproved' | 'invalid' | 'missing'
  /** The reason of the condition. */
  readonly reason: string
  readonly message: string
}

export const APPROVAL = 'api-approved.{labels}'

const PROPOSAL = 'https://github.com/{maker}/enhancements/pull/1111'

/** The approval that a definition in a group of Kubernetes' own domains states; undefined for all other groups. */
export function approvalOf(group: string, { metadata }: ApiObject, { spell }: Dialect): Approval | undefined {
  const own = [spell('{domain}'), spell('{labels}')]
  if (!own.some((domain) => group === domain || group.endsWith(`.${domain}`))) return undefined
  const given = metadata?.annotations?.[spell(APPROVAL)] ?? ''
  const demand = `protected groups must have approval annotation ${quote(spell(APPROVAL))}`
  if (given === '') {
    return { state: 'missing', reason: 'MissingAnnotation', message: `${demand}, see ${spell(PROPOSAL)}` }
  }
  if (given.startsWith('unapproved')) {
    return { state: 'unapproved', reason: 'UnapprovedAnnotation', message: `not approved: ${quote(given)}` }
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(given)) {
    return { state: 'approved', reason: 'ApprovedAnnotation', message: `approved in ${given}` }
  }
  const message = `${demand} with either a URL or a reason starting with "unapproved", see ${spell(PROPOSAL)}`
  return { state: 'invalid', reason: 'InvalidAnnotation', message }
}
