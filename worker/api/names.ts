import { quote } from './go-format.ts'
import { isLonger } from '../runtime/utf8.ts'

/**
 * A rule for names. Returns the messages of all faults; empty for a valid name. For a generateName, `prefix` is the given text,
 * and `name` is the same text with a letter in place of a final dash.
 */
export type NameRule = (name: string, prefix?: string) => readonly string[]

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'

const label = new RegExp(`^${LABEL}$`)
const subdomain = new RegExp(`^${SUBDOMAIN}$`)
const label1035 = new RegExp(`^${LABEL_1035}$`)

const none: readonly string[] = []

/** A name rule. The fault of the length comes first, then the fault of the pattern. */
function rule(limit: number, pattern: RegExp, message: string): NameRule {
  return (name) => {
    if (name.length <= limit && pattern.test(name)) return none
    const faults: string[] = []
    if (isLonger(name, limit)) faults.push(`must be no more than ${limit} characters`)
    if (!pattern.test(name)) faults.push(message)
    return faults
  }
}

// The real server's message has two spaces after a comma.
const explain = (text: string, regex: string, ...examples: string[]): string =>
  `${text} (e.g. ${examples.map((e) => `'${e}', `).join(' or ')}regex used for validation is '${regex}')`

/** RFC 1123 subdomain: the rule of most names. */
export const dnsSubdomain = rule(
  253,
  subdomain,
  explain(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    SUBDOMAIN,
    'example.com',
  ),
)

/** `*.` and a subdomain: a wildcard host. */
export const wildcardSubdomain = rule(
  253,
  new RegExp(`^\\*\\.${SUBDOMAIN}$`),
  explain(
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    `\\*\\.${SUBDOMAIN}`,
    '*.example.com',
  ),
)

const dashedLabel = rule(
  63,
  label,
  explain(
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    LABEL,
    'my-name',
    '123-abc',
  ),
)

/** RFC 1123 label: namespaces, and names that become host names. A valid subdomain with dots gets a fault for the dots. */
export const dnsLabel: NameRule = (name) =>
  name.includes('.') && subdomain.test(name)
    ? [...dashedLabel(name.replaceAll('.', '')), 'must not contain dots']
    : dashedLabel(name)

/** RFC 1035 label: the names of services. */
export const dns1035Label = rule(
  63,
  label1035,
  explain(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    LABEL_1035,
    'my-name',
    'abc-123',
  ),
)

/** Any URL path segment: the names of roles and bindings. */
export const pathSegment: NameRule = (name, prefix = name) => {
  if (prefix === '.' || prefix === '..') return [`may not be '${prefix}'`]
  if (!prefix.includes('/') && !prefix.includes('%')) return []
  return ['/', '%'].filter((part) => prefix.includes(part)).map((part) => `may not contain '${part}'`)
}

/** The error of the client in the real server, which refuses to request an invalid name; undefined for a valid name. */
export function clientNameFault(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty'
  const faults = pathSegment(name)
  return faults.length === 0 ? undefined : `invalid resource name ${quote(name)}: [${faults.join(' ')}]`
}

/** The same for an object in a namespace. */
export function clientObjectFault(namespace: string, name: string): string | undefined {
  const faults = pathSegment(namespace)
  if (faults.length > 0) return `invalid namespace ${quote(namespace)}: [${faults.join(' ')}]`
  const unset = namespace === '' ? 'an empty namespace may not be set when a resource name is provided' : undefined
  return clientNameFault(name) ?? unset
}

const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const LABEL_VALUE = `(${QUALIFIED})?`
const qualified = new RegExp(`^${QUALIFIED}$`)
const value = new RegExp(`^${LABEL_VALUE}$`)
const qualifiedText = explain(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED,
  'MyName',
  'my.name',
  '123-abc',
)

/** Whether `qualifiedName` accepts a key. This check is fast, because most keys are valid. */
function isQualified(key: string): boolean {
  const slash = key.indexOf('/')
  const name = slash < 0 ? key : key.slice(slash + 1)
  return name.length <= 63 && qualified.test(name) && (slash < 0 || dnsSubdomain(key.slice(0, slash)).length === 0)
}

/** Label and annotation keys, finalizers: a name of at most 63 characters, with an optional DNS subdomain before `/`. */
export const qualifiedName: NameRule = (key) => {
  if (isQualified(key)) return none
  const parts = key.split('/')
  if (parts.length > 2) {
    return [
      `a qualified name ${qualifiedText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const prefix = parts.length === 2 ? parts[0] : undefined
  const faults: string[] = []
  if (prefix === '') faults.push('prefix part must be non-empty')
  else if (prefix !== undefined) faults.push(...dnsSubdomain(prefix).map((fault) => `prefix part ${fault}`))
  if (name === '') faults.push('name part must be non-empty')
  else if (isLonger(name, 63)) faults.push('name part must be no more than 63 characters')
  if (!qualified.test(name)) faults.push(`name part ${qualifiedText}`)
  return faults
}

/** Label values: empty, or at most 63 characters. */
export const labelValue: NameRule = rule(
  63,
  value,
  explain(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    LABEL_VALUE,
    'MyValue',
    'my_value',
    '12345',
  ),
)
