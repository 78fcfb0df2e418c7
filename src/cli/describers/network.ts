import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, describeHead, labelLines } from '../description.ts'
import { line, longDate } from './fields.ts'
import { selectorText } from '../../../worker/api/selector-text.ts'

export function networkPolicyText({ metadata, spec }: ApiObject): string {
  const { podSelector, policyTypes, ingress, egress } = objectOrEmpty(spec)
  const types = stringsIn(policyTypes)
  const selector = selectorText(podSelector)
  const everything = selector === '<none>' ? ' (Allowing the specific traffic to all pods in this namespace)' : ''
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('Created on', stringOrEmpty(metadata?.creationTimestamp).replace(/T(.*)Z$/, ' $1 +0000 UTC')),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    `Spec:\n  PodSelector:     ${selector}${everything}\n`,
    types.includes('Ingress')
      ? trafficText('ingress', 'From', 'source', objectsIn(ingress))
      : '  Not affecting ingress traffic\n',
    types.includes('Egress')
      ? trafficText('egress', 'To', 'destination', objectsIn(egress))
      : '  Not affecting egress traffic\n',
    `  Policy Types: ${types.join(', ') || '<none>'}\n`,
  ].join('')
}

function trafficText(direction: string, label: string, end: string, rules: readonly JsonObject[]): string {
  const texts = rules.map((rule) => {
    const peers = objectsIn(rule[label.toLowerCase()])
    return [
      ...portLines(objectsIn(rule.ports)),
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
    : ports.map(({ port, protocol }) => `    To Port: ${String(port ?? '<nil>')}/${stringOrEmpty(protocol) || 'TCP'}\n`)

function peerText({ namespaceSelector, podSelector, ipBlock }: JsonObject): string {
  const selector = (label: string, of: unknown): string =>
    of === undefined ? '' : `      ${label}: ${selectorText(of)}\n`
  const selected = selector('NamespaceSelector', namespaceSelector) + selector('PodSelector', podSelector)
  if (selected !== '' || !isObject(ipBlock)) return selected
  return `      IPBlock:\n        CIDR: ${stringOrEmpty(ipBlock.cidr)}\n        Except: ${stringsIn(ipBlock.except).join(', ')}\n`
}

export function serviceRangeText(object: ApiObject): string {
  const rows = objectsIn(objectOrEmpty(object.status).conditions).map(
    ({ type, status, lastTransitionTime, reason, message }) =>
      `  ${stringOrEmpty(type)}\t${stringOrEmpty(status)}\t${longDate(lastTransitionTime)}\t${stringOrEmpty(reason)}\t${stringOrEmpty(message)}\n`,
  )
  const heading =
    'Status:\nConditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n'
  return [
    describeHead(object, false),
    line('CIDRs', stringsIn(objectOrEmpty(object.spec).cidrs).join(', ')),
    rows.length === 0 ? '' : heading + rows.join(''),
  ].join('')
}

export function addressText(object: ApiObject): string {
  const { parentRef } = objectOrEmpty(object.spec)
  const { group, resource, namespace, name } = objectOrEmpty(parentRef)
  const lines = [
    'Parent Reference:\n',
    line('  Group', stringOrEmpty(group)),
    line('  Resource', stringOrEmpty(resource)),
    line('  Namespace', stringOrEmpty(namespace)),
    line('  Name', stringOrEmpty(name)),
  ]
  return describeHead(object, false) + (parentRef === undefined ? '' : lines.join(''))
}
