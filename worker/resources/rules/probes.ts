import { isInt64 } from '../../api/int64.ts'
import { isObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  check,
  checkObject,
  choice,
  holds,
  invalid,
  nonNegative,
  oneOf,
  positive,
  required,
} from '../notation/rule.ts'
import { integerAt, textAt } from '../path.ts'
import { scopeOf } from './pod-scope.ts'
import { portNumber, portNumberOrName } from './ports.ts'

const HEADER =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
const headerName: NameRule = (name) => (/^[-A-Za-z0-9]+$/.test(name) ? [] : [HEADER])

/** The faults of headers are reported at their list. */
const headers = checkObject((action, place) => {
  const list = action['httpHeaders']
  if (!Array.isArray(list)) return
  for (const header of list) {
    const name = textAt(header as never, 'name')
    for (const fault of headerName(name)) place.invalid(name, fault, 'httpHeaders')
  }
})

const exec: readonly Rule[] = [at('command', required())]
const httpGet: readonly Rule[] = [
  at('path', required()),
  at('port', portNumberOrName),
  at('scheme', oneOf('HTTP', 'HTTPS')),
  headers,
]
const tcpSocket: readonly Rule[] = [at('port', portNumberOrName)]

const sleep = check((value, place) => {
  const limit = scopeOf(place).spec['terminationGracePeriodSeconds']
  const seconds = isObject(value) ? integerAt(value, 'seconds') : 0
  if (!isInt64(limit) || (seconds > 0 && seconds <= limit)) return
  place.invalid(seconds, `must be greater than 0 and less than terminationGracePeriodSeconds (${limit})`)
})

const handler = { several: 'may not specify more than 1 handler type', none: 'must specify a handler type' }

const probe: Rule = all(
  choice(handler, { exec, httpGet, tcpSocket, grpc: [at('port', portNumber)] }),
  at('initialDelaySeconds', nonNegative),
  at('timeoutSeconds', nonNegative),
  at('periodSeconds', nonNegative),
  at('successThreshold', nonNegative),
  at('failureThreshold', nonNegative),
  at('terminationGracePeriodSeconds', positive),
)

const once = at(
  'successThreshold',
  holds((count) => count === 1, invalid('must be 1')),
)

const action = choice(handler, { exec, httpGet, tcpSocket, sleep: [sleep] })

/** The hooks that run when a container starts and stops, and its health probes. */
export const lifecycleAndProbes: Rule = all(
  at('lifecycle', at('postStart', action), at('preStop', action)),
  at('livenessProbe', probe, once),
  at(
    'readinessProbe',
    probe,
    at(
      'terminationGracePeriodSeconds',
      holds(() => false, invalid('must not be set for readinessProbes')),
    ),
  ),
  at('startupProbe', probe, once),
)
