import { numbered } from '../conformance/normaliser.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The letters of generated names and hashes: no vowels, no digits that look like letters. */
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]'

export interface OutputOptions {
  /** The working directory of the client. */
  readonly directory: string
  readonly base: string
  readonly keepHash?: boolean
}

type Replacement = readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)]

/** A column is as wide as its widest cell, so these stand-ins move columns. */
const WIDTH_CHANGING: readonly Replacement[] = [
  [/\b10\.0\.\d{1,3}\.\d{1,3}\b/g, '<ip>'],
  [/:3[0-2]\d{3}\/(TCP|UDP|SCTP)/g, ':<port>/$1'],
]

const PORTS: readonly Replacement[] = [
  [/(NodePort: +\S+ +)3[0-2]\d{3}\//g, '$1<port>/'],
  [/(HealthCheck NodePort: +)3[0-2]\d{3}\b/g, '$1<port>'],
  [/("?nodePort"?: )3[0-2]\d{3}\b/g, '$1<port>'],
  [/("?healthCheckNodePort"?: )3[0-2]\d{3}\b/g, '$1<port>'],
  [/kube-api-access-[a-z0-9]{5}(?![a-z0-9])/g, 'kube-api-access-<random>'],
]

const CREDENTIALS: readonly Replacement[] = [
  [/(json: cannot unmarshal )[^\n]*/g, '$1…'],
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g, '<jwt>'],
  [/\bLS0tLS1CRUdJTi[A-Za-z0-9+/=]{100,}/g, '<pem>'],
]

/** The hash of an OpenAPI document. Two servers publish their types in other words, so it differs. */
export const DOCUMENT_HASH = /(?<=\/openapi\/v3\/\S*\?hash=)[\dA-F]{128}/g

const LOG_TEXTS: readonly Replacement[] = [
  [/^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ ([\w.]+):\d+\]/gm, '$1<stamp> $2]'],
  [/\bcontinue=[^&\s"]+/g, 'continue=<token>'],
  [/("serverAddress":")[^"]*/g, '$1<address>'],
  [/\bin \d+ milliseconds/g, 'in <n> milliseconds'],
  [DOCUMENT_HASH, '<hash>'],
  [/\bkube\w+\/v[\w.+-]+ \([^)]*\) kubernetes\/\S+/g, '<agent>'],
]

const TEMPORARY_FILES: readonly Replacement[] = [
  [/(LIVE|MERGED|kubectl-edit|svcctl-edit)-\d+/g, '$1-<random>'],
  [/^(---|\+\+\+) (\S+)\t.*$/gm, '$1 $2\t<date>'],
]

const RANDOM_TEXTS: readonly Replacement[] = [
  [new RegExp(`(?<=[a-z0-9>])-(?=[a-z]*[2456789]|[b-df-hj-np-tv-z]{5})${RANDOM}{5}(?![\\w-])`, 'g'), '-<rnd>'],
  [/-(2[89]\d{6}|3\d{7})(?=[^\d]|$)/g, '-<minute>'],
  [/0x[0-9a-f]{9,12}\b/g, '<pointer>'],
]

const DURATIONS: readonly Replacement[] = [
  [/\(lasts (\d+[hms])+\)/g, '(lasts <age>)'],
  [/\b(over )(\d+[ydhms])+\)/g, '$1<age>)'],
  [/\bAge: +\d+\w+/g, (whole) => whole.replace(/\d+\w+$/, '<age>')],
]

const HASH_VALUE = new RegExp(`(-hash(?:"?: "?|=))${RANDOM}{8,10}(?!\\w)`, 'g')
const HASH_SUFFIX = new RegExp(`-(?=[a-z]*[2456789])${RANDOM}{8,10}(?![a-z0-9])`, 'g')

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g
const GO_TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? ([+-]\d{4}( [A-Z]+)?)/g
const MAIL_TIME = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d ([+-]\d{4}|GMT|UTC)/g

/** Places of a resourceVersion in JSON, YAML, URLs and messages. */
const VERSIONS = [
  /((?:resourceVersion|resource version|Resource Version|ResourceVersion)(?:\\?"?: *|=|%3D)\\?"?)(\d+)/g,
  /(resource version to be \S+, was )(\d+)/g,
  /(resourceVersion:\s?)(\d+)/g,
]

/** A column of a table with ages. */
const TABLE = /^.*\b(AGE|LAST SEEN|DURATION)\b/m
const AGE_IN_TABLE = /(?<=^|[ \t]{2}|\()(?=\d)((?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?)(?=[ \t\n)]|$)( *)/gm
const AGE_IN_TEXT = /(?<=^|[ \t]{2}|\()((?:\d+h)?(?:\d+m)?\d+s|\d+y(?:\d+d)?|\d+d(?:\d+h)?)(?=[ \t\n)]|$)( *)/gm
const SHORTEST_AGE_COLUMN = 7

const replaced = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce(
    (result, [pattern, by]) => (typeof by === 'string' ? result.replace(pattern, by) : result.replace(pattern, by)),
    text,
  )

/** Reduces the spaces between two columns to two, because further ones are not compared. */
export const withoutColumnWidths = (text: string): string => text.replace(/(\S) {2,}/g, '$1  ')

/**
 * Replaces the parts of a client's output that differ from run to run by stand-ins. Within a case, equal uids and versions
 * keep equal numbers.
 */
export class OutputNormaliser {
  private readonly options: OutputOptions
  private readonly now: number
  private readonly uids = new Map<string, string>()
  private readonly versions = new Map<string, string>()

  constructor(options: OutputOptions, now = Date.now()) {
    this.options = options
    this.now = now
  }

  text(output: string): string {
    const { directory, keepHash } = this.options
    const base = this.options.base.replace(/\/$/, '')
    let text = output
      .replaceAll(directory, '<dir>')
      .replaceAll(base, '<base>')
      .replaceAll(new URL(base).host, '<host>')
      .replace(/\u00a0/g, ' ')
    text = this.times(replaced(text, CREDENTIALS).replace(UID, (uid) => numbered(this.uids, uid, 'uid')))
    text = replaced(this.resourceVersions(replaced(text, LOG_TEXTS)), TEMPORARY_FILES)
    const sameWidth = text
    text = replaced(text, WIDTH_CHANGING)
    let hasMovedColumns = text !== sameWidth
    text = replaced(text, PORTS)
    const withHashes = text
    text = text.replace(HASH_VALUE, '$1<hash>')
    if (!keepHash) text = text.replace(HASH_SUFFIX, '-<hash>')
    hasMovedColumns ||= text !== withHashes
    text = replaced(ages(replaced(text, RANDOM_TEXTS)), DURATIONS)
    return hasMovedColumns ? withoutColumnWidths(text) : text
  }

  private times(text: string): string {
    return text
      .replace(TIME, (time) => {
        if (!this.isNear(time)) return time
        return time.includes('.') ? '<microtime>' : '<time>'
      })
      .replace(GO_TIME, '<date>')
      .replace(MAIL_TIME, (time) => (this.isNear(time) ? '<date>' : time))
  }

  private isNear(time: string): boolean {
    return Math.abs(Date.parse(time) - this.now) < 3 * DAY_MS
  }

  private resourceVersions(text: string): string {
    const standIn = (_: string, before: string, version: string): string =>
      before + (version === '0' ? version : numbered(this.versions, version, 'rv'))
    return VERSIONS.reduce((result, pattern) => result.replace(pattern, standIn), text)
  }
}

function ages(text: string): string {
  const pattern = TABLE.test(text) ? AGE_IN_TABLE : AGE_IN_TEXT
  return text.replace(pattern, (whole: string, age: string, padding: string) => {
    if (age === '') return whole
    return padding === '' ? '<age>' : '<age>'.padEnd(Math.max(SHORTEST_AGE_COLUMN, age.length + padding.length))
  })
}
