import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { dns1035Label, dnsSubdomain, pathSegment } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each } from '../notation/rule.ts'
import { age, text } from '../columns.ts'
import { listAt, numberAt, ensuredObject, textAt, valueAt } from '../path.ts'
import { formatTime } from '../../clock/clock.ts'
import { nameFromSpec } from '../rules/name-from-spec.ts'
import { checkServicePort } from '../rules/service-port.ts'
import type { Kind } from '../resource.ts'
import { decodedSize } from '../../runtime/bytes.ts'

const GROUP_PRIORITY_LIMIT = 20000
const VERSION_PRIORITY_LIMIT = 1000

const name = nameFromSpec((given, service) => {
  const wanted = `${textAt(service, 'spec.version')}.${textAt(service, 'spec.group')}`
  if (pathSegment(given).length > 0 || given === wanted) return []
  return [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`]
})

const groupVersion = checkObject((spec, place) => {
  const group = textAt(spec, 'group')
  const version = textAt(spec, 'version')
  if (group === '' && version !== 'v1') {
    place.required('only v1 may have an empty group and it better be legacy kube', 'group')
  }
  if (group !== '') for (const fault of dnsSubdomain(group)) place.invalid(group, fault, 'group')
  for (const fault of dns1035Label(version)) place.invalid(version, fault, 'version')
})

const priority = (field: string, limit: number): Rule =>
  checkObject((spec, place) => {
    const given = numberAt(spec, field)
    if (given <= 0 || given > limit) place.invalid(given, `must be positive and less than ${limit}`, field)
  })

const trust = checkObject((spec, place) => {
  const bundle = decodedSize(textAt(spec, 'caBundle'))
  const isTrusting = spec['insecureSkipTLSVerify'] === true
  const { service } = spec
  if (!isObject(service)) {
    if (bundle > 0) place.invalid(`${bundle} bytes`, 'local APIServices may not have a caBundle', 'caBundle')
    if (isTrusting) {
      place.invalid(true, 'local APIServices may not have insecureSkipTLSVerify', 'insecureSkipTLSVerify')
    }
  } else if (isTrusting && bundle > 0) {
    place.invalid(true, 'may not be true if caBundle is present', 'insecureSkipTLSVerify')
  }
})

const service = checkObject((value, place) => {
  if (textAt(value, 'namespace') === '') place.required('', 'namespace')
  if (textAt(value, 'name') === '') place.required('', 'name')
  checkServicePort(numberAt(value, 'port'), place)
})

const rules: readonly Rule[] = [
  name,
  at(
    'spec',
    groupVersion,
    priority('groupPriorityMinimum', GROUP_PRIORITY_LIMIT),
    priority('versionPriority', VERSION_PRIORITY_LIMIT),
    at('service', service),
    trust,
  ),
]

const STATUSES = ['True', 'False', 'Unknown']

const conditionStatus = checkObject((condition, place) => {
  const status = textAt(condition, 'status')
  if (!STATUSES.includes(status)) place.notSupported(status, STATUSES, 'status')
})

/** The column Available, such as `False (ServiceNotFound)`. */
function available(object: ApiObject): string {
  const condition = listAt(object, 'status.conditions')
    .filter(isObject)
    .find(({ type }) => type === 'Available')
  if (condition === undefined) return 'Unknown'
  const status = textAt(condition, 'status')
  const reason = textAt(condition, 'reason')
  return status === 'True' || reason === '' ? status : `${status} (${reason})`
}

function backend(object: ApiObject): string {
  const called = valueAt(object, 'spec.service')
  return isObject(called) ? `${textAt(called, 'namespace')}/${textAt(called, 'name')}` : 'Local'
}

const columns = [
  text('Service', 'The reference to the service that hosts this API endpoint.', backend),
  text('Available', 'Whether this service is available.', available),
  age,
]

export const apiServices = {
  resource: 'apiregistration.{domain}/apiservices',
  defaults: { spec: { service: { port: 443 } } },
  rules,
  subresourceRules: { status: [at('status', each('conditions', conditionStatus))] },
  behaviour: () => ({
    columns,
    // A version that this server serves itself is available at once.
    prepareCreate(object, { clock }) {
      if (isObject(ensuredObject(object, 'spec')['service'])) return
      ensuredObject(object, 'status')['conditions'] = [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: formatTime(clock.now()),
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ]
    },
  }),
} satisfies Kind
