import { namesOf, type AlternativeNames } from './alternative-names.ts'
import { MalformedDer, readElements, sequenceOf, type Element } from './der.ts'

/*
 * The names that an authority may certify (RFC 5280, 4.2.1.10), as Go's crypto/x509 checks them: only alternative names count, and
 * names of a type without permitted subtrees are permitted.
 */

/** The fault of all names and constraints that cannot be compared. No message shows it. */
const MALFORMED = new MalformedDer('x509: malformed name')

/** The extension of an authority. */
export interface NameConstraints {
  readonly value: Element
  readonly isCritical: boolean
}

/** Whether an authority may certify the names of the certificates below it. A malformed extension permits none. */
export function permitsNames(
  constraints: NameConstraints,
  certified: readonly { readonly alternativeNames: readonly Element[] | undefined }[],
): boolean {
  try {
    const [permitted, excluded] = readSubtrees(constraints)
    return certified.every(({ alternativeNames = [] }) => {
      const names = namesOf(alternativeNames)
      return CHECKS.every((check) => check(names, permitted, excluded))
    })
  } catch (error) {
    if (error instanceof MalformedDer) return false
    throw error
  }
}

/** The tags of email addresses, DNS names, URIs and addresses. */
const KNOWN: ReadonlySet<number> = new Set([1, 2, 6, 7])

/** The permitted and the excluded names; addresses are followed by their masks. @throws MalformedDer */
function readSubtrees({ value, isCritical }: NameConstraints): readonly [AlternativeNames, AlternativeNames] {
  const parts = sequenceOf(value)
  if (parts.every(({ content }) => content.length === 0)) throw MALFORMED
  const subtrees = (tag: number): AlternativeNames => {
    const part = parts.find((one) => one.class === 2 && one.tag === tag)
    // The elements after the first one are distances, which have only one allowed value.
    const bases = readElements(part?.content ?? new Uint8Array()).flatMap((subtree) => sequenceOf(subtree).slice(0, 1))
    if (isCritical && bases.some((base) => base.class !== 2 || !KNOWN.has(base.tag))) throw MALFORMED
    const names = namesOf(bases)
    if (names.ip.some(({ length }) => length !== 8 && length !== 32)) throw MALFORMED
    return names
  }
  return [subtrees(0), subtrees(1)]
}

type Check = (names: AlternativeNames, permitted: AlternativeNames, excluded: AlternativeNames) => boolean

/**
 * @param read checks a name and prepares it for comparisons. @throws MalformedDer for a name that cannot be compared
 * @param isExcluded by default, the names in an excluded subtree are excluded
 */
function checkOf<Kind extends keyof AlternativeNames, Name>(
  kind: Kind,
  read: (name: AlternativeNames[Kind][number], isCompared: boolean) => Name,
  isIn: (name: Name, constraint: AlternativeNames[Kind][number]) => boolean,
  isExcluded = isIn,
): Check {
  return (names, permitted, excluded) => {
    const isCompared = permitted[kind].length + excluded[kind].length > 0
    return names[kind].every((name) => {
      const prepared = read(name, isCompared)
      if (excluded[kind].some((constraint: AlternativeNames[Kind][number]) => isExcluded(prepared, constraint)))
        return false
      const isPermitted = (constraint: AlternativeNames[Kind][number]): boolean => isIn(prepared, constraint)
      return permitted[kind].length === 0 || permitted[kind].some(isPermitted)
    })
  }
}

/** The labels of a domain in lower case, the last one first. @throws MalformedDer */
function labelsOf(domain: string): readonly string[] {
  const labels = domain === '' ? [] : domain.toLowerCase().split('.').reverse()
  if (labels.every((label) => /^[!-~]+$/.test(label))) return labels
  throw MALFORMED
}

/** Whether a `*` in the name of a certificate represents a label of an excluded domain. */
function coversDomain(labels: readonly string[], constraint: string): boolean {
  const excluded = labelsOf(constraint.replace(/^\./, ''))
  return (
    labels.at(-1) === '*' &&
    labels.length === excluded.length &&
    labels.slice(0, -1).every((one, at) => one === excluded[at])
  )
}

/** A constraint with a leading dot has only the domains below it. */
function isInDomain(labels: readonly string[], constraint: string): boolean {
  const wanted = labelsOf(constraint.replace(/^\./, ''))
  const least = wanted.length + (constraint.startsWith('.') ? 1 : 0)
  return labels.length >= least && wanted.every((label, at) => label === labels[at])
}

interface Mailbox {
  readonly local: string
  readonly domain: readonly string[]
}

const MAILBOX = /^(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*))@(.+)$/

/** @throws MalformedDer for a text that is not a mailbox of RFC 2821 */
function readMailbox(text: string): Mailbox {
  const [, quoted, plain, domain] = MAILBOX.exec(text) ?? []
  if (domain === undefined) throw MALFORMED
  return { local: plain ?? (quoted ?? '').replace(/\\(.)/g, '$1'), domain: labelsOf(domain) }
}

/** A constraint is a mailbox, or the domain of mailboxes. */
function isInMailboxes({ local, domain }: Mailbox, constraint: string): boolean {
  if (!constraint.includes('@')) return isInDomain(domain, constraint)
  const wanted = readMailbox(constraint)
  return local === wanted.local && domain.join('.') === wanted.domain.join('.')
}

/** The labels of a URI's host. @throws MalformedDer for a URI that has no host, or an address as its host */
function readHost(uri: string, isCompared: boolean): readonly string[] {
  if (!isCompared) return []
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(uri)?.[1]?.replace(/:\d*$/, '') ?? ''
  if (host === '' || host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)) throw MALFORMED
  return labelsOf(host)
}

/** An address of the same family, inside of the address and mask of a constraint. */
const isInRange = (address: Uint8Array, range: Uint8Array): boolean =>
  range.length === 2 * address.length &&
  address.every((byte, at) => ((byte ^ (range[at] ?? 0)) & (range[at + address.length] ?? 0)) === 0)

const CHECKS: readonly Check[] = [
  checkOf('email', readMailbox, isInMailboxes),
  checkOf(
    'dns',
    labelsOf,
    isInDomain,
    (name, constraint) => isInDomain(name, constraint) || coversDomain(name, constraint),
  ),
  checkOf('uri', readHost, isInDomain),
  checkOf('ip', (address) => address, isInRange),
]
