import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import { count, line, longDate, optionalLine, trueOrFalse } from './fields.ts'
import { variablesText } from './environment.ts'

export interface ContainersStyle {
  /** The indentation of the heading; names below an indented heading have one more space. */
  readonly indent: string
  /** The pod of the containers; undefined in a template, which has no states and no values of fields. */
  readonly pod: JsonObject | undefined
  readonly statuses?: unknown
}

/** The containers of a pod or a template, with state, resources, probes and mounts. */
export function containersText(label: string, containers: unknown, style: ContainersStyle): string {
  const all = objectsIn(containers)
  const states = new Map(objectsIn(style.statuses).map((status) => [status.name, status]))
  const texts = all.map((each) => containerText(each, states.get(each.name), style))
  return `${style.indent}${label}:${all.length === 0 ? ' <none>' : ''}\n${texts.join('')}`
}

function containerText(
  container: JsonObject,
  status: JsonObject | undefined,
  { indent, pod }: ContainersStyle,
): string {
  const { limits, requests } = objectOrEmpty(container.resources)
  const envFrom = objectsIn(container.envFrom)
  return [
    `  ${indent === '' ? '' : ' '}${stringOrEmpty(container.name)}:\n`,
    status === undefined ? '' : line('    Container ID', stringOrEmpty(status.containerID)),
    line('    Image', stringOrEmpty(container.image)),
    status === undefined ? '' : line('    Image ID', stringOrEmpty(status.imageID)),
    portsText('Port', 'containerPort', container.ports),
    portsText('Host Port', 'hostPort', container.ports),
    seccompText('    ', container.securityContext),
    wordsText('    Command', container.command),
    wordsText('    Args', container.args),
    status === undefined ? '' : statusText(status),
    resourcesText('    Limits', limits),
    resourcesText('    Requests', requests),
    ...PROBES.map(([label, field]) => (container[field] === undefined ? '' : line(label, probeText(container[field])))),
    envFrom.length === 0 ? '' : `    Environment Variables from:\n${envFrom.map(sourceText).join('')}`,
    variablesText(container, pod),
    mountsText(container.volumeMounts, container.volumeDevices),
  ].join('')
}

function portsText(label: string, field: string, value: unknown): string {
  const ports = objectsIn(value).map((port) => `${count(port[field])}/${stringOrEmpty(port.protocol)}`)
  return line(`    ${label}${ports.length > 1 ? 's' : ''}`, ports.join(', ') || '<none>')
}

/** The seccomp profile of a pod or of a container; empty without one. */
export function seccompText(indent: string, securityContext: unknown): string {
  const { seccompProfile } = objectOrEmpty(securityContext)
  if (seccompProfile === undefined) return ''
  const { type, localhostProfile } = objectOrEmpty(seccompProfile)
  const inner = indent === '' ? '' : `${indent}  `
  return (
    line(`${indent}SeccompProfile`, stringOrEmpty(type)) + optionalLine(`${inner}LocalhostProfile`, localhostProfile)
  )
}

function wordsText(label: string, value: unknown): string {
  const all = stringsIn(value)
  return all.length === 0
    ? ''
    : `${label}:\n${all.map((word) => `      ${word.replaceAll('\n', '\n      ')}\n`).join('')}`
}

function statusText({ state, lastState, ready, restartCount }: JsonObject): string {
  return [
    stateText('State', objectOrEmpty(state)),
    objectOrEmpty(lastState).terminated === undefined ? '' : stateText('Last State', objectOrEmpty(lastState)),
    line('    Ready', trueOrFalse(ready)),
    line('    Restart Count', count(restartCount)),
  ].join('')
}

function stateText(label: string, { running, waiting, terminated }: JsonObject): string {
  const head = (name: string): string => line(`    ${label}`, name)
  if (running !== undefined) return head('Running') + line('      Started', longDate(objectOrEmpty(running).startedAt))
  if (waiting !== undefined || terminated === undefined)
    return head('Waiting') + optionalLine('      Reason', objectOrEmpty(waiting).reason)
  const { reason, message, exitCode, signal, startedAt, finishedAt } = objectOrEmpty(terminated)
  return [
    head('Terminated'),
    optionalLine('      Reason', reason),
    optionalLine('      Message', message),
    line('      Exit Code', count(exitCode)),
    count(signal) > 0 ? line('      Signal', signal) : '',
    line('      Started', longDate(startedAt)),
    line('      Finished', longDate(finishedAt)),
  ].join('')
}

function resourcesText(label: string, value: unknown): string {
  const all = Object.entries(objectOrEmpty(value)).sort(([a], [b]) => (a < b ? -1 : 1))
  return all.length === 0 ? '' : `${label}:\n${all.map(([name, amount]) => line(`      ${name}`, amount)).join('')}`
}

const PROBES = [
  ['    Liveness', 'livenessProbe'],
  ['    Readiness', 'readinessProbe'],
  ['    Startup', 'startupProbe'],
] as const

function probeText(value: unknown): string {
  const probe = objectOrEmpty(value)
  const times = `delay=${count(probe.initialDelaySeconds)}s timeout=${count(probe.timeoutSeconds)}s period=${count(probe.periodSeconds)}s`
  const settings = `${times} #success=${count(probe.successThreshold)} #failure=${count(probe.failureThreshold)}`
  const { exec, httpGet, tcpSocket, grpc } = probe
  if (exec !== undefined) return `exec [${stringsIn(objectOrEmpty(exec).command).join(' ')}] ${settings}`
  if (httpGet !== undefined) return `http-get ${addressText(objectOrEmpty(httpGet))} ${settings}`
  if (tcpSocket !== undefined)
    return `tcp-socket ${stringOrEmpty(objectOrEmpty(tcpSocket).host)}:${String(objectOrEmpty(tcpSocket).port)} ${settings}`
  if (grpc !== undefined)
    return `grpc <pod>:${count(objectOrEmpty(grpc).port)} ${stringOrEmpty(objectOrEmpty(grpc).service)} ${settings}`
  return `unknown ${settings}`
}

function addressText({ scheme, host, port, path }: JsonObject): string {
  const name = stringOrEmpty(host).includes(':') ? `[${stringOrEmpty(host)}]` : stringOrEmpty(host)
  // Go escapes more of a path than `encodeURI` does.
  const escaped = encodeURI(stringOrEmpty(path)).replace(
    /[?#!*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const slash = escaped === '' || escaped.startsWith('/') ? '' : '/'
  return `${stringOrEmpty(scheme).toLowerCase()}://${name}:${String(port)}${slash}${escaped}`
}

function sourceText({ prefix, configMapRef, secretRef }: JsonObject): string {
  const { name, optional } = objectOrEmpty(configMapRef ?? secretRef)
  const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap'
  const origin = stringOrEmpty(prefix) === '' ? kind : `${kind} with prefix '${stringOrEmpty(prefix)}'`
  return `      ${stringOrEmpty(name)}\t${origin}\tOptional: ${String(optional ?? false)}\n`
}

function mountsText(mounts: unknown, devices: unknown): string {
  const by = (field: string) => (a: JsonObject, b: JsonObject) =>
    stringOrEmpty(a[field]) < stringOrEmpty(b[field]) ? -1 : 1
  const mounted = objectsIn(mounts).sort(by('mountPath'))
  const none = mounted.length === 0 ? '\t<none>' : ''
  const lines = mounted.map(({ mountPath, name, readOnly, subPath }) => {
    const path = stringOrEmpty(subPath) === '' ? '' : `,path=${JSON.stringify(subPath)}`
    return `      ${stringOrEmpty(mountPath)} from ${stringOrEmpty(name)} (${readOnly === true ? 'ro' : 'rw'}${path})\n`
  })
  const attached = objectsIn(devices).sort(by('devicePath'))
  const others = attached.map(
    ({ devicePath, name }) => `      ${stringOrEmpty(devicePath)} from ${stringOrEmpty(name)}\n`,
  )
  return [`    Mounts:${none}\n`, ...lines, attached.length === 0 ? '' : `    Devices:${none}\n`, ...others].join('')
}
