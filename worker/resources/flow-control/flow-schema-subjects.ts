import { isObject, ownMember } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The field of each kind of subject. */
const PARTS = lookupTable<string>({ ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' })
/** The order in which the fields of other kinds are reported. */
const ORDER = ['User', 'Group', 'ServiceAccount']
const KINDS = Object.keys(PARTS).sort()

function account(part: JsonObject, place: Place): void {
  const name = textAt(part, 'name')
  const namespace = textAt(part, 'namespace')
  if (name === '') place.required('', 'serviceAccount', 'name')
  else if (name !== '*') {
    for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'serviceAccount', 'name')
  }
  if (namespace === '') place.required('must specify namespace for service account', 'serviceAccount', 'namespace')
  for (const fault of namespace === '' ? [] : dnsLabel(namespace)) {
    place.invalid(namespace, fault, 'serviceAccount', 'namespace')
  }
}

/** Checks one subject in the rules of a FlowSchema. */
export const subject: Rule = checkObject((value, place) => {
  const kind = textAt(value, 'kind')
  const own = ownMember(PARTS, kind)
  if (own === undefined) return place.notSupported(kind, KINDS, 'kind')
  const part = value[own]
  if (!isObject(part)) place.required(`${own} is required when subject kind is '${kind}'`, own)
  else if (kind === 'ServiceAccount') account(part, place)
  else if (textAt(part, 'name') === '') place.required('', own, 'name')
  for (const other of ORDER) {
    const field = PARTS[other] ?? ''
    if (other !== kind && isObject(value[field])) {
      place.forbidden(`${field} is forbidden when subject kind is not '${other}'`, field)
    }
  }
})
