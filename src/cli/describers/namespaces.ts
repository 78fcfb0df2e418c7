import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, ownMember, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { formatQuantity, parseQuantity, quantityValue } from '../../../worker/api/quantity.ts'
import { describeHead } from '../description.ts'
import type { DescribeContext } from './describer.ts'
import { line, longDate } from './fields.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

export async function namespaceText(object: ApiObject, { list }: DescribeContext): Promise<string> {
  const { phase, conditions } = objectOrEmpty(object.status)
  const inside = `/api/v1/namespaces/${object.metadata?.name}`
  const quotas = await list(`${inside}/resourcequotas`)
  const limits = await list(`${inside}/limitranges`)
  const rows = objectsIn(conditions).map(
    ({ type, status, lastTransitionTime, reason, message }) =>
      `  ${stringOrEmpty(type)}\t${stringOrEmpty(status)}\t${longDate(lastTransitionTime)}\t${stringOrEmpty(reason)}\t${stringOrEmpty(message)}\n`,
  )
  const heading =
    'Conditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n'
  return [
    describeHead(object, false),
    line('Status', stringOrEmpty(phase)),
    rows.length === 0 ? '' : heading + rows.join(''),
    quotas.length === 0
      ? '\nNo resource quota.\n'
      : `\nResource Quotas\n${quotas.sort(byName).map(quotaInside).join('')}`,
    limits.length === 0 ? '\nNo LimitRange resource.\n' : `\nResource Limits\n${limitsTable(' ', limits)}`,
  ].join('')
}

const byName = (a: ApiObject, b: ApiObject): number =>
  stringOrEmpty(a.metadata?.name) < stringOrEmpty(b.metadata?.name) ? -1 : 1

const quotaInside = (quota: ApiObject): string =>
  [
    line('  Name', quota.metadata?.name),
    scopesText('  ', '  * ', quota),
    '  Resource\tUsed\tHard\n  --------\t---\t---\n',
    ...usage(quota).map(([name, used, hard]) => `  ${name}\t${used}\t${hard}\n`),
  ].join('')

export function resourceQuotaText(quota: ApiObject): string {
  return [
    line('Name', quota.metadata?.name),
    line('Namespace', quota.metadata?.namespace),
    scopesText('', ' * ', quota),
    'Resource\tUsed\tHard\n--------\t----\t----\n',
    ...usage(quota).map(([name, used, hard]) => `${name}\t${inFormatOf(hard, used)}\t${hard}\n`),
  ].join('')
}

function usage({ status }: ApiObject): (readonly [name: string, used: string, hard: string])[] {
  const { hard, used } = objectOrEmpty(status)
  return Object.keys(objectOrEmpty(hard))
    .sort()
    .map(
      (name) =>
        [name, stringOrEmpty(objectOrEmpty(used)[name]) || '0', stringOrEmpty(objectOrEmpty(hard)[name])] as const,
    )
}

/** An amount in the suffix format (binary or decimal) of another amount. */
function inFormatOf(other: string, text: string): string {
  const { format } = parseQuantity(other)
  const amount = parseQuantity(text)
  return amount.format === format ? text : formatQuantity({ unscaled: quantityValue(amount), exp10: 0, format })
}

const SCOPES = lookupTable<string>({
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
})

function scopesText(indent: string, bullet: string, { spec }: ApiObject): string {
  const scopes = stringsIn(objectOrEmpty(spec).scopes).sort()
  const helps = scopes.map((scope) => (SCOPES[scope] === undefined ? '' : `${bullet}${SCOPES[scope]}\n`))
  return scopes.length === 0 ? '' : line(`${indent}Scopes`, scopes.join(', ')) + helps.join('')
}

export function limitRangeText(range: ApiObject): string {
  return [
    line('Name', range.metadata?.name),
    line('Namespace', range.metadata?.namespace),
    limitsTable('', [range]),
  ].join('')
}

const LIMITS = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'] as const

function limitsTable(indent: string, ranges: readonly ApiObject[]): string {
  const rows = ranges.flatMap(({ spec }) => objectsIn(objectOrEmpty(spec).limits).flatMap(limitRows))
  const columns = 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio'
  const rule = '----\t--------\t---\t---\t---------------\t-------------\t-----------------------'
  return [columns, rule, ...rows].map((row) => `${indent}${row}\n`).join('')
}

function limitRows(limit: JsonObject): string[] {
  const names = [...new Set(LIMITS.flatMap((field) => Object.keys(objectOrEmpty(limit[field]))))].sort()
  return names.map((name) =>
    [
      stringOrEmpty(limit.type),
      name,
      ...LIMITS.map((field) => ownMember(objectOrEmpty(limit[field]), name) ?? '-'),
    ].join('\t'),
  )
}
