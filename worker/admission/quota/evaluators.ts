import { boundedNumber } from '../../api/numbers.ts'
import type { ApiObject } from '../../api/object.ts'
import { parseQuantity, type Quantity, wholeQuantity } from '../../api/quantity.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { resourceNames } from '../../resources/rules/resource-names.ts'
import { objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { readResourceList } from '../resource-list.ts'
import { podEvaluator } from './pod-evaluator.ts'
import type { Evaluator } from './quota.ts'

const ONE = parseQuantity('1')
const NONE = parseQuantity('0')
const quantityOf = (count: number): Quantity => parseQuantity(String(count))

/** Resources that quotas also count under their plain name, which is older than the prefix `count/`. */
const PLAIN_COUNTS: ReadonlySet<string> = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'])

/** Returns a function that finds the evaluator of a resource such as `deployments.apps`. Every resource can be counted. */
export function evaluators(dialect: Dialect, clock: Clock): (resource: string) => Evaluator {
  const known = new Map<string, Evaluator>([
    ['pods', podEvaluator(resourceNames(dialect.spell), clock)],
    ['services', services],
    ['persistentvolumeclaims', claims(dialect)],
  ])
  return (resource) => {
    let evaluator = known.get(resource)
    if (evaluator === undefined) known.set(resource, (evaluator = countOf(resource)))
    return evaluator
  }
}

function countOf(resource: string): Evaluator {
  const names = [`count/${resource}`, ...(PLAIN_COUNTS.has(resource) ? [resource] : [])]
  const usage = new Map(names.map((name) => [name, ONE]))
  return { counts: (name) => usage.has(name), usage: () => usage }
}

const OF_SERVICES: ReadonlySet<string> = new Set([
  'count/services',
  'services',
  'services.nodeports',
  'services.loadbalancers',
])

const services: Evaluator = {
  counts: (name) => OF_SERVICES.has(name),
  usage(service) {
    const spec = specOf(service)
    const type = textOf(spec, 'type')
    const ports = objectsOf(spec, 'ports')
    const takesAll = type === 'NodePort' || (type === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false)
    const nodePorts = takesAll
      ? ports
      : ports.filter((port) => type === 'LoadBalancer' && boundedNumber(port['nodePort'] ?? 0) > 0)
    return new Map([
      ['count/services', ONE],
      ['services', ONE],
      ['services.nodeports', quantityOf(nodePorts.length)],
      ['services.loadbalancers', type === 'LoadBalancer' ? ONE : NONE],
    ])
  },
}

function claims(dialect: Dialect): Evaluator {
  const beta = dialect.spell('volume.beta.{labels}/storage-class')
  const ofClass = dialect.spell('.storageclass.storage.{domain}/')
  const classOf = ({ metadata }: ApiObject, spec: ReturnType<typeof specOf>): string =>
    metadata?.annotations?.[beta] ?? textOf(spec, 'storageClassName')
  return {
    counts: (name) =>
      name === 'count/persistentvolumeclaims' ||
      ['persistentvolumeclaims', 'requests.storage'].some((own) => name === own || name.endsWith(`${ofClass}${own}`)),
    usage(claim) {
      const spec = specOf(claim)
      const storage = readResourceList(objectOf(spec, 'resources'), 'requests').get('storage')
      const own = new Map<string, Quantity>([['persistentvolumeclaims', ONE]])
      if (storage !== undefined) own.set('requests.storage', wholeQuantity(storage))
      const className = classOf(claim, spec)
      const inClass =
        className === '' ? [] : [...own].map(([name, amount]) => [`${className}${ofClass}${name}`, amount] as const)
      return new Map([['count/persistentvolumeclaims', ONE] as const, ...own, ...inClass])
    },
  }
}
