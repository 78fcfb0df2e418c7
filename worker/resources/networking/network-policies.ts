import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { age, text } from '../columns.ts'
import { always } from '../notation/defaults.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, each, oneOf } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { includes, readNetwork } from '../../api/ip-parsing.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { portName } from '../rules/ports.ts'
import { selectorText } from '../../api/selector-text.ts'
import type { Kind } from '../resource.ts'

const RANGE = 'must be between 1 and 65535, inclusive'
const NETWORK = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
const DIRECTIONS = ['Ingress', 'Egress']

const isPort = (port: Json): boolean => boundedNumber(port) >= 1 && boundedNumber(port) <= 65535

/** A port, or the first and the last port of a range. */
const ports = checkObject(({ port, endPort }, place) => {
  const end = typeof endPort === 'number' ? endPort : undefined
  if (port === undefined || port === null) {
    if (end !== undefined) place.invalid(end, 'may not be specified when `port` is not specified', 'endPort')
  } else if (typeof port === 'string') {
    if (end !== undefined) place.invalid(end, 'may not be specified when `port` is non-numeric', 'endPort')
    for (const fault of portName(port)) place.invalid(port, fault, 'port')
  } else {
    if (!isPort(port)) place.invalid(port, RANGE, 'port')
    if (end === undefined) return
    // The error shows the value of `port`, as in the real server.
    if (end < boundedNumber(port)) place.invalid(port, 'must be greater than or equal to `port`', 'endPort')
    if (!isPort(end)) place.invalid(end, RANGE, 'endPort')
  }
})

const port: readonly Rule[] = [at('protocol', oneOf('TCP', 'UDP', 'SCTP')), ports]

const block = checkObject((given, place) => {
  const cidr = textAt(given, 'cidr')
  if (cidr === '') return place.required('', 'cidr')
  const network = readNetwork(cidr)
  if (network === undefined) return place.invalid(cidr, NETWORK, 'cidr')
  listAt(given, 'except').forEach((value, index) => {
    const inner = readNetwork(String(value))
    if (inner === undefined) place.invalid(value, NETWORK, 'except', index)
    else if (!includes(network, inner) || inner.length === network.length) {
      place.invalid(value, 'must be a strict subset of `cidr`', 'except', index)
    }
  })
})

function oneSort({ podSelector, namespaceSelector, ipBlock }: JsonObject, place: Place): void {
  const selects = isObject(podSelector) || isObject(namespaceSelector)
  if (!selects && !isObject(ipBlock)) place.required('must specify a peer')
  else if (selects && isObject(ipBlock)) place.forbidden('may not specify both ipBlock and another peer')
}

const peer: readonly Rule[] = [
  at('podSelector', labelSelector),
  at('namespaceSelector', labelSelector),
  at('ipBlock', block),
  checkObject(oneSort),
]

const types = check((value, place) => {
  const given = Array.isArray(value) ? value.map(String) : []
  if (given.length > DIRECTIONS.length) {
    const shown = `[]networking.PolicyType{${given.map(quote).join(', ')}}`
    place.invalidShown(shown, 'may not specify more than two policyTypes')
    return
  }
  given.forEach((type, index) => {
    if (!DIRECTIONS.includes(type)) place.notSupported(type, DIRECTIONS, index)
  })
})

/** The default of `policyTypes`: always ingress, and egress for a policy with egress rules. */
function policyTypes(spec: JsonObject): Json {
  const given = listAt(spec, 'policyTypes')
  if (given.length > 0) return [...given]
  return listAt(spec, 'egress').length > 0 ? [...DIRECTIONS] : ['Ingress']
}

const rules: readonly Rule[] = [
  at(
    'spec',
    at('podSelector', labelSelector),
    each('ingress', each('ports', ...port), each('from', ...peer)),
    each('egress', each('ports', ...port), each('to', ...peer)),
    at('policyTypes', types),
  ),
]

export const networkPolicies = {
  resource: 'networking.{domain}/networkpolicies',
  defaults: {
    spec: {
      policyTypes: always(policyTypes),
      ingress: { ports: { protocol: 'TCP' } },
      egress: { ports: { protocol: 'TCP' } },
    },
  },
  rules,
  // The strategy of the real server runs the rules of the spec again, so that an update reports each fault twice.
  updates: [...rules, ...rules],
  behaviour: () => ({
    columns: [
      text(
        'Pod-Selector',
        'Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. An empty podSelector matches all pods in this namespace.',
        (policy) => selectorText(valueAt(policy, 'spec.podSelector')),
      ),
      age,
    ],
  }),
} satisfies Kind
