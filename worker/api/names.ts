/** Name rules shared by every kind. Each returns the faults' texts; none means the name is good. */
export type NameRule = (name: string) => readonly string[]

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'

const label = new RegExp(`^${LABEL}$`)
const subdomain = new RegExp(`^${SUBDOMAIN}$`)
const label1035 = new RegExp(`^${LABEL_1035}$`)

/** `must be no more than 63 characters` comes first, then the pattern. */
function rule(limit: number, pattern: RegExp, message: string): NameRule {
  return (name) => {
    const faults: string[] = []
    if (name.length > limit) faults.push(`must be no more than ${limit} characters`)
    if (!pattern.test(name)) faults.push(message)
    return faults
  }
}

// The doubled space after a comma stands in the real server's text.
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

/** RFC 1123 label: namespaces, and names that become host names. */
export const dnsLabel = rule(
  63,
  label,
  explain(
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    LABEL,
    'my-name',
    '123-abc',
  ),
)

/** RFC 1035 label: services. */
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

/** What a path segment can hold: roles and bindings, which allow nearly everything. */
export const pathSegment: NameRule = (name) => {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)
}
