import { labelsText } from '../../../worker/api/labels-text.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { ruleRows } from '../compact-rules.ts'
import { describeHead } from '../description.ts'
import { ServerError } from '../failure.ts'
import type { DescribeContext } from './describer.ts'
import { count, line } from './fields.ts'

export const roleText = (object: ApiObject): string =>
  [
    describeHead(object, false),
    'PolicyRule:\n',
    '  Resources\tNon-Resource URLs\tResource Names\tVerbs\n',
    '  ---------\t-----------------\t--------------\t-----\n',
    ...ruleRows(object.rules).map((row) => `  ${row.join('\t')}\n`),
  ].join('')

export function bindingText(object: ApiObject): string {
  const role = objectOrEmpty(object.roleRef)
  const rows = objectsIn(object.subjects).map(
    ({ kind, name, namespace }) => `  ${stringOrEmpty(kind)}\t${stringOrEmpty(name)}\t${stringOrEmpty(namespace)}\n`,
  )
  return [
    describeHead(object, false),
    `Role:\n  Kind:\t${stringOrEmpty(role.kind)}\n  Name:\t${stringOrEmpty(role.name)}\n`,
    'Subjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n',
    ...rows,
  ].join('')
}

/**
 * The description of a service account, with the secrets that it names and the secrets that hold its tokens. A named
 * secret that does not exist is marked `(not found)`. When secrets cannot be listed, none is marked.
 */
export async function serviceAccountText(object: ApiObject, { list, spell }: DescribeContext): Promise<string> {
  const { metadata } = object
  const secrets = await list(`/api/v1/namespaces/${metadata?.namespace}/secrets`).catch((error: unknown) => {
    if (error instanceof ServerError) return undefined
    throw error
  })
  const known = new Set(secrets?.map((secret) => secret.metadata?.name))
  const named = (value: unknown): string[] =>
    objectsIn(value).map(({ name }) =>
      secrets === undefined || known.has(stringOrEmpty(name))
        ? stringOrEmpty(name)
        : `${stringOrEmpty(name)} (not found)`,
    )
  const tokens = (secrets ?? []).filter((secret) => {
    const annotations = secret.metadata?.annotations ?? {}
    return (
      secret.type === spell('{labels}/service-account-token') &&
      annotations[spell('{labels}/service-account.name')] === metadata?.name &&
      annotations[spell('{labels}/service-account.uid')] === metadata?.uid
    )
  })
  const names = (all: readonly string[]): string => all.join('\n\t') || '<none>'
  return [
    describeHead(object, true),
    line('Image pull secrets', names(named(object.imagePullSecrets))),
    line('Mountable secrets', names(named(object.secrets))),
    line('Tokens', names(tokens.map((secret) => stringOrEmpty(secret.metadata?.name)))),
  ].join('')
}

export const priorityClassText = (object: ApiObject): string =>
  [
    line('Name', object.metadata?.name),
    line('Value', count(object.value)),
    line('GlobalDefault', object.globalDefault ?? false),
    line('PreemptionPolicy', stringOrEmpty(object.preemptionPolicy)),
    line('Description', stringOrEmpty(object.description)),
    line('Annotations', labelsText(object.metadata?.annotations)),
  ].join('')
