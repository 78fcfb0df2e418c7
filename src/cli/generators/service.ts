import { numberOfText } from '../../../worker/api/numbers.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { portNumberOrName } from '../exposure.ts'
import type { Flag, FlagValues } from '../flags.ts'
import { integer, list, text } from '../flags.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

const tcpFlag = list('tcp', "Port pairs: '<port>:<targetPort>' or '<port>'.")

/** The commands below `create service`, one for each type of service. */
export const serviceTypes: readonly Generator[] = [
  service('clusterip', 'ClusterIP', [
    tcpFlag,
    text('clusterip', 'The address of the service, or None for a headless service.'),
  ]),
  service('externalname', 'ExternalName', [
    tcpFlag,
    text('external-name', 'External name of the service.', { required: true }),
  ]),
  service('loadbalancer', 'LoadBalancer', [tcpFlag]),
  service('nodeport', 'NodePort', [
    tcpFlag,
    integer('node-port', 'Port on each node. With 0, the server chooses it.', { fallback: '0' }),
  ]),
]

function service(name: string, type: string, flags: readonly Flag[]): Generator {
  return {
    name,
    summary: `Create a ${type} service`,
    usage: 'NAME [--tcp=<port>:<targetPort>]',
    flags,
    requiresName: false,
    savesConfig: false,
    failure: `failed to create ${type} service:`,
    build: (session, serviceName) => build(session.flags, serviceName, type),
  }
}

function build(flags: FlagValues, name: string, type: string): ApiObject {
  const ports = flags.list('tcp').map((text) => readPort(text, flags.integer('node-port')))
  const headless = flags.text('clusterip') === 'None'
  if (ports.length === 0 && !headless && type !== 'ExternalName')
    throw new Failure('at least one tcp port specifier must be provided')
  const externalName = flags.text('external-name')
  if (type === 'ExternalName' && !isSubdomain(externalName))
    throw new Failure(`invalid service external name ${externalName}`)
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: newMetadata(name, { app: name }),
    spec: {
      ...(flags.text('clusterip') === '' ? {} : { clusterIP: flags.text('clusterip') }),
      ...(externalName === '' ? {} : { externalName }),
      ...(ports.length === 0 ? {} : { ports }),
      selector: { app: name },
      type,
    },
    status: { loadBalancer: {} },
  }
}

const isSubdomain = (name: string): boolean =>
  name.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)

function readTargetPort(text: string): number | string {
  const target = portNumberOrName(text)
  if (typeof target === 'string') {
    const faults = portNameFaults(target)
    if (faults.length > 0) throw new Failure(faults.join(','))
  } else if (target < 1 || target > 65535) throw new Failure('must be between 1 and 65535, inclusive')
  return target
}

/** The rules that a name of a port breaks, in the words of the API machinery. */
const portNameFaults = (name: string): string[] =>
  [
    name.length > 15 ? 'must be no more than 15 characters' : '',
    /^[-a-z0-9]+$/i.test(name) && name === name.toLowerCase()
      ? ''
      : 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    /[a-z]/.test(name) ? '' : 'must contain at least one letter (a-z)',
    name.includes('--') ? 'must not contain consecutive hyphens' : '',
    name.startsWith('-') || name.endsWith('-') ? 'must not begin or end with a hyphen' : '',
  ].filter(Boolean)

function readPort(text: string, nodePort: number) {
  const [first = '', second] = text.split(':')
  if (!/^\d+$/.test(first)) throw new Failure(`strconv.ParseUint: parsing ${JSON.stringify(first)}: invalid syntax`)
  const port = numberOfText(first)
  if (port > 65535) throw new Failure(`strconv.ParseUint: parsing ${JSON.stringify(first)}: value out of range`)
  const targetPort = second === undefined ? port : readTargetPort(second)
  return { name: text.replaceAll(':', '-'), ...(nodePort === 0 ? {} : { nodePort }), port, protocol: 'TCP', targetPort }
}
