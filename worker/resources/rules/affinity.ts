import { boundedNumber } from '../../api/numbers.ts'
import { dnsLabel, dnsSubdomain, qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, named, required } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { labelSelector } from './label-selector.ts'

const weight: Rule = checkObject((term, place) => {
  const given = boundedNumber(term['weight'] ?? 0)
  if (given < 1 || given > 100) place.invalid(given, 'must be in the range 1-100', 'weight')
})

const NUMERIC = ['Gt', 'Lt']

const nodeValues = checkObject((requirement, place) => {
  const operator = textAt(requirement, 'operator')
  const values = listAt(requirement, 'values')
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) place.required("must be specified when `operator` is 'In' or 'NotIn'", 'values')
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      place.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'", 'values')
  } else if (NUMERIC.includes(operator)) {
    if (values.length !== 1) place.required("must be specified single value when `operator` is 'Lt' or 'Gt'", 'values')
  } else place.invalid(operator, 'not a valid selector operator', 'operator')
})

/** A requirement on a node's labels. */
const nodeLabels: Rule = all(nodeValues, at('key', named(qualifiedName)))

const nodeField = checkObject((requirement, place) => {
  const operator = textAt(requirement, 'operator')
  const key = textAt(requirement, 'key')
  const values = listAt(requirement, 'values').map(String)
  if (operator !== 'In' && operator !== 'NotIn') place.invalid(operator, 'not a valid selector operator', 'operator')
  else if (values.length !== 1) {
    place.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector", 'values')
  }
  if (key !== 'metadata.name') place.invalid(key, 'not a valid field selector key', 'key')
  else {
    values.forEach((value, index) => {
      for (const fault of dnsSubdomain(value)) place.invalid(value, fault, 'values', index)
    })
  }
})

const nodeTerm: Rule = all(each('matchExpressions', nodeLabels), each('matchFields', nodeField))

/** A list of terms; a node must match one. */
export const nodeSelector: Rule = all(
  at('nodeSelectorTerms', required('must have at least one node selector term')),
  each('nodeSelectorTerms', nodeTerm),
)

const nodeAffinity: Rule = all(
  at('requiredDuringSchedulingIgnoredDuringExecution', nodeSelector),
  each('preferredDuringSchedulingIgnoredDuringExecution', weight, at('preference', nodeTerm)),
)

const topologyKey: Rule = checkObject((term, place) => {
  const key = textAt(term, 'topologyKey')
  if (key === '') place.required('can not be empty', 'topologyKey')
  for (const fault of qualifiedName(key)) place.invalid(key, fault, 'topologyKey')
})

/** The path names a field that does not exist, as in the real server. */
const namespaces = checkObject((term, place) => {
  for (const name of listAt(term, 'namespaces').map(String)) {
    for (const fault of dnsLabel(name)) place.invalid(name, fault, 'namespace')
  }
})

const podTerm: Rule = all(
  at('labelSelector', labelSelector),
  at('namespaceSelector', labelSelector),
  namespaces,
  topologyKey,
)

const podAffinity: Rule = all(
  each('requiredDuringSchedulingIgnoredDuringExecution', podTerm),
  each('preferredDuringSchedulingIgnoredDuringExecution', weight, at('podAffinityTerm', podTerm)),
)

/** The nodes that a pod requires or prefers, by the nodes' labels and by the pods on them. */
export const affinity: Rule = at(
  'affinity',
  at('nodeAffinity', nodeAffinity),
  at('podAffinity', podAffinity),
  at('podAntiAffinity', podAffinity),
)
