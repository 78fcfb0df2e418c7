import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, describeHead, labelLines } from '../description.ts'
import { line, longDate, objects, part, string, strings } from './fields.ts'
import { selectorOrNone } from './selectors.ts'

export function networkPolicyText({ metadata, spec }: ApiObject): string {
  const { podSelector, policyTypes, ingress, egress } = part(spec)
  const types = strings(policyTypes)
  const selector = selectorOrNone(podSelector)
  const everything = selector === '<none>' ? ' (Allowing the specific traffic to all pods in this namespace)' : ''
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('Created on', string(metadata?.creationTimestamp).replace(/T(.*)Z$/, ' $1 +0000 UTC')),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    // The second piece of the line is indented like the first.
    `Spec:\n  PodSelector:     ${selector}${everything}\n`,
    types.includes('Ingress')
      ? trafficText('ingress', 'From', 'source', objects(ingress))
      : '  Not affecting ingress traffic\n',
    types.includes('Egress')
      ? trafficText('egress', 'To', 'destination', objects(egress))
      : '  Not affecting egress traffic\n',
    `  Policy Types: ${types.join(', ') || '<none>'}\n`,
  ].join('')
}

function trafficText(direction: string, label: string, end: string, rules: readonly JsonObject[]): string {
  const texts = rules.map((rule) => {
    const peers = objects(rule[label.toLowerCase()])
    return [
      ...portLines(objects(rule.ports)),
      ...(peers.length === 0
        ? [`    ${label}: <any> (traffic not restricted by ${end})\n`]
        : peers.map((peer) => `    ${label}:\n${peerText(peer)}`)),
    ].join('')
  })
  const isolated = `    <none> (Selected pods are isolated for ${direction} connectivity)\n`
  return `  Allowing ${direction} traffic:\n${texts.length === 0 ? isolated : texts.join('    ----------\n')}`
}

const portLines = (ports: readonly JsonObject[]): string[] =>
  ports.length === 0
    ? ['    To Port: <any> (traffic allowed to all ports)\n']
    : ports.map(({ port, protocol }) => `    To Port: ${String(port ?? '<nil>')}/${string(protocol) || 'TCP'}\n`)

function peerText({ namespaceSelector, podSelector, ipBlock }: JsonObject): string {
  const selector = (label: string, of: unknown): string =>
    of === undefined ? '' : `      ${label}: ${selectorOrNone(of)}\n`
  const selected = selector('NamespaceSelector', namespaceSelector) + selector('PodSelector', podSelector)
  if (selected !== '' || !isObject(ipBlock)) return selected
  return `      IPBlock:\n        CIDR: ${string(ipBlock.cidr)}\n        Except: ${strings(ipBlock.except).join(', ')}\n`
}

export function serviceRangeText(object: ApiObject): string {
  const rows = objects(part(object.status).conditions).map(
    ({ type, status, lastTransitionTime, reason, message }) =>
      `  ${string(type)}\t${string(status)}\t${longDate(lastTransitionTime)}\t${string(reason)}\t${string(message)}\n`,
  )
  const heading =
    'Status:\nConditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n'
  return [
    describeHead(object, false),
    line('CIDRs', strings(part(object.spec).cidrs).join(', ')),
    rows.length === 0 ? '' : heading + rows.join(''),
  ].join('')
}

export function addressText(object: ApiObject): string {
  const { parentRef } = part(object.spec)
  const { group, resource, namespace, name } = part(parentRef)
  const lines = [
    'Parent Reference:\n',
    line('  Group', string(group)),
    line('  Resource', string(resource)),
    line('  Namespace', string(namespace)),
    line('  Name', string(name)),
  ]
  return describeHead(object, false) + (parentRef === undefined ? '' : lines.join(''))
}
