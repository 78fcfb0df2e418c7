/** The rule that would allow a refused request. */
export interface MissingRule {
  readonly user: string
  readonly verb: string
  readonly resource: string
  /** The API group; empty for the core group. */
  readonly group: string
  /** The namespace of the request; empty for the whole cluster. */
  readonly namespace: string
}

const REFUSAL =
  /User "(.*?)" cannot (\S+) resource "(.*?)" in API group "(.*?)"(?: in the namespace "(.*?)"| at the cluster scope)?/

/** Reads the text of the server about a request that no rule allows; undefined for any other text. */
export function missingRule(message: string): MissingRule | undefined {
  const found = REFUSAL.exec(message)
  if (found === null) return undefined
  const [, user = '', verb = '', resource = '', group = '', namespace = ''] = found
  return { user, verb, resource, group, namespace }
}

/** The rule as a part of a sentence: `verb list, resource pods, API group "", namespace shop`. */
export const ruleText = ({ verb, resource, group, namespace }: MissingRule): string =>
  `verb ${verb}, resource ${resource}, API group ${group || '""'}, ${namespace === '' ? 'the whole cluster' : `namespace ${namespace}`}`
