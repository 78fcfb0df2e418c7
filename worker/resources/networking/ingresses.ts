import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import { dns1035Label, dnsSubdomain, wildcardSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { asGiven } from '../../api/given-empty.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  check,
  checkObject,
  each,
  holds,
  invalid,
  named,
  oneOf,
  required,
  spelled,
  where,
} from '../notation/rule.ts'
import { listAt, numberAt, textAt, valueAt } from '../path.ts'
import { entryPoints } from '../rules/entry-points.ts'
import { ipAddress, isIP } from '../rules/ip-addresses.ts'
import { portName } from '../rules/ports.ts'
import { typedReference } from '../rules/typed-reference.ts'
import type { Kind } from '../resource.ts'
import { goSlice } from '../../api/go-source.ts'

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix']

const orNone =
  (rule: NameRule): NameRule =>
  (name) =>
    name === '' ? [] : rule(name)
const givenSubdomain = orNone(dnsSubdomain)
const hostPattern: NameRule = (host) => (host.includes('*') ? wildcardSubdomain(host) : dnsSubdomain(host))

const servicePort = checkObject(({ service }, place) => {
  if (!isObject(service)) return
  const name = textAt(service, 'port.name')
  const number = numberAt(service, 'port.number')
  if (name !== '' && number !== 0) place.invalid('', 'cannot set both port name & port number')
  else if (name !== '') for (const fault of portName(name)) place.invalid(name, fault, 'service', 'port', 'name')
  else if (number === 0) place.required('port name or number is required')
  else if (number < 1 || number > 65535) {
    place.invalid(number, 'must be between 1 and 65535, inclusive', 'service', 'port', 'number')
  }
})

/** The target of requests: a service's port, or another object that a controller understands. */
const backend: Rule = all(
  checkObject(({ resource, service }, place) => {
    if (isObject(resource) === isObject(service)) {
      place.invalid(
        '',
        isObject(resource)
          ? 'cannot set both resource and service backends'
          : 'resource or service backend is required',
      )
      return false
    }
    return true
  }),
  at('resource', ...typedReference),
  at('service', at('name', required(), named(dns1035Label))),
  servicePort,
)

const MISLEADING = ['//', '/./', '/../', '%2f', '%2F']
const MISLEADING_ENDS = ['/..', '/.']

const typed = checkObject(({ pathType }, place) => {
  if (typeof pathType === 'string') return true
  place.required('pathType must be specified', 'pathType')
  return false
})

const isKnown = ({ pathType }: JsonObject): boolean => PATH_TYPES.includes(String(pathType))
const isPlain = (path: JsonObject): boolean => isKnown(path) && path['pathType'] !== 'ImplementationSpecific'

const absolute = checkObject((path, place) => {
  const value = textAt(path, 'path')
  if (value.startsWith('/') || (value === '' && !isPlain(path))) return
  place.invalid(value, 'must be an absolute path', 'path')
})

/** Refuses paths that a proxy could read in another way than the server behind it. */
const unambiguous: Rule = check((value, place) => {
  const path = String(value)
  for (const part of MISLEADING) if (path.includes(part)) place.invalid(path, `must not contain '${part}'`)
  for (const end of MISLEADING_ENDS) if (path.endsWith(end)) place.invalid(path, `cannot end with '${end}'`)
})

const path: Rule = all(
  typed,
  where(isKnown, absolute),
  where(isPlain, at('path', unambiguous)),
  at('pathType', oneOf(...PATH_TYPES)),
  at('backend', backend),
)

const host: Rule = check((value, place) => {
  const name = String(value)
  if (name === '') return
  if (isIP(name)) place.invalid(name, 'must be a DNS name, not an IP address')
  for (const fault of hostPattern(name)) place.invalid(name, fault)
})

const goRules = goSlice('networking.IngressRule')

const spec: readonly Rule[] = [
  checkObject((spec, place) => {
    if (isObject(spec['defaultBackend']) || listAt(spec, 'rules').length > 0) return
    place.invalidShown(goRules(asGiven(spec, 'rules')), 'either `defaultBackend` or `rules` must be specified')
  }),
  at('defaultBackend', backend),
  each('rules', at('host', host), at('http', at('paths', required()), each('paths', path))),
  each('tls', each('hosts', named(hostPattern)), at('secretName', named(givenSubdomain))),
  at('ingressClassName', named(dnsSubdomain)),
]

const rules: readonly Rule[] = [at('spec', ...spec)]

/** The class was an annotation before it was a field; both must agree. The real server's path of this error lacks `metadata`. */
const agreeingClass = spelled((spell) => {
  const annotation = spell('{labels}/ingress.class')
  return [
    checkObject((ingress, place) => {
      const given = ingress['metadata']
      const annotations = isObject(given) && isObject(given['annotations']) ? given['annotations'] : {}
      const value = annotations[annotation]
      const name = valueAt(ingress, 'spec.ingressClassName')
      if (value === undefined || typeof name !== 'string' || name === value) return
      place.invalid(value, 'must match `ingressClassName` when both are specified', 'annotations', annotation)
    }),
  ]
})

const entryPoint: readonly Rule[] = [
  at('ip', named(orNone(ipAddress))),
  at(
    'hostname',
    named(givenSubdomain),
    holds((name) => !isIP(String(name)), invalid('must be a DNS name, not an IP address')),
  ),
]

/** The largest number of hosts in a cell. */
const SHOWN_HOSTS = 3

function hosts(ingress: ApiObject): string {
  const names = listAt(ingress, 'spec.rules').map((rule) => (isObject(rule) ? textAt(rule, 'host') : ''))
  const shown: string[] = []
  for (const host of names) {
    // Once the column is full, rules without a host count as well.
    if (shown.length === SHOWN_HOSTS) return `${shown.join(',')} + ${names.length - SHOWN_HOSTS} more...`
    if (host !== '') shown.push(host)
  }
  return shown.join(',') || '*'
}

const addresses = (ingress: ApiObject): string => entryPoints(ingress).join(',')

export const ingresses = {
  resource: 'networking.{domain}/ingresses',
  rules: [...rules, agreeingClass],
  updates: rules,
  subresourceRules: { status: [each('status.loadBalancer.ingress', ...entryPoint)] },
  behaviour: ({ spell }) => {
    const annotation = spell('{labels}/ingress.class')
    const warning = `annotation ${JSON.stringify(annotation)} is deprecated, please use 'spec.ingressClassName' instead`
    return {
      warnings: (ingress, old) =>
        old === undefined &&
        ingress.metadata?.annotations?.[annotation] !== undefined &&
        typeof valueAt(ingress, 'spec.ingressClassName') !== 'string'
          ? [warning]
          : [],
      columns: [
        text(
          'Class',
          'The name of the IngressClass resource that should be used for additional configuration',
          (ingress) => {
            const name = valueAt(ingress, 'spec.ingressClassName')
            return typeof name === 'string' ? name : '<none>'
          },
        ),
        text('Hosts', 'Hosts that incoming requests are matched against before the ingress rule', hosts),
        text('Address', 'Address is a list containing ingress points for the load-balancer', addresses),
        text('Ports', 'Ports of TLS configurations that open', (ingress) =>
          listAt(ingress, 'spec.tls').length > 0 ? '80, 443' : '80',
        ),
        age,
      ],
    }
  },
} satisfies Kind
