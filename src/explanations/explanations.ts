import type { Dialect } from '../../worker/dialect/dialect.ts'
import { isGoTextType } from '../../worker/schema/go-text-types.ts'
import { ApiError } from '../client/api-error.ts'

/** A refusal in plain words. The page always shows the server's own text with it. */
export interface Explanation {
  /** The field, as the server names it; empty when the refusal concerns the whole object. */
  readonly field: string
  /** The fault. */
  readonly what: string
  /** The next step of the user. */
  readonly next: string
  /** The rule of docs/reference that the refusal applies: `verbs 8`. */
  readonly citation: string
}

type Words = readonly [what: string, next: string]
/** `citation` names the rule of docs/reference behind the text: `verbs 8`. */
type Rule = readonly [pattern: RegExp, citation: string, say: (...groups: string[]) => Words]

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['bool', 'true or false'],
  ['string', 'text'],
  ['number', 'a number'],
  ['numeric (int or float)', 'a number'],
  ['boolean', 'true or false'],
  ['map', 'fields below it'],
  ['list', 'a list'],
])
const typeName = (type: string): string => TYPE_NAMES.get(type) ?? (/^u?int|^float/.test(type) ? 'a number' : type)

/** Turns a text such as `Upper_x` into a name that the server accepts; empty when no character is left. */
const asName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')

const BOOLEAN_WORDS = 'YAML reads yes, no, on, off, y, n, true and false without quotes as true or false.'

/** A text is explained by the first rule whose pattern matches. The patterns follow the texts of the real server. */
const RULES: readonly Rule[] = [
  [
    /expected string, got .*\{Value:(true|false)\}/,
    'negotiation 16',
    () => [`This must be text. ${BOOLEAN_WORDS}`, 'Put it in quotes.'],
  ],
  [
    /expected string, got .*\{Value:([^}]*)\}/,
    'validation 3',
    (value) => [`This must be text, and ${value} without quotes is a number.`, `Write "${value}", with the quotes.`],
  ],
  [
    /cannot unmarshal bool into .* of type string/,
    'negotiation 16',
    () => [`This must be text. ${BOOLEAN_WORDS}`, 'Put it in quotes.'],
  ],
  [
    /cannot unmarshal number.* into .* of type string/,
    'validation 3',
    () => ['This must be text, and digits without quotes are a number.', 'Put it in quotes.'],
  ],
  [
    /expected numeric \(int or float\), got string|cannot unmarshal string into .* of type u?int/,
    'validation 3',
    () => ['This must be a number, and it is text.', 'Write the digits alone, without quotes.'],
  ],
  [
    /cannot unmarshal (\w+) into .* of type (\S+)/,
    'validation 3',
    (found, wanted) => [`This must be ${typeName(wanted)}, not ${typeName(found)}.`, 'Correct the value.'],
  ],
  [
    /expected (map|list|boolean|numeric \(int or float\)), got/,
    'validation 3',
    (wanted) => [`This must be ${typeName(wanted)}.`, 'Compare the indentation and the dashes with an example.'],
  ],
  [
    /field not declared in schema|unknown field/,
    'validation 1',
    () => [
      'The type has no field of this name at this place.',
      'Check spelling and indentation; Ctrl+Space in the editor lists the fields.',
    ],
  ],
  [
    /duplicate entries for key (\[.*\])/,
    'apply 10',
    (key) => [`Two items of the list have the same key ${key}.`, 'Give each item a key of its own.'],
  ],
  [
    /^namespaces "(.*)" not found$/,
    'verbs 8',
    (name) => [
      `The namespace ${name} does not exist.`,
      'Create it first, or put a Namespace above this object in the document.',
    ],
  ],
  [
    /expected exactly 5 fields, found (\d+)/,
    'validation 6',
    (found) => [
      `A schedule has five fields, and this one has ${found}.`,
      'Write minute, hour, day, month and weekday: "0 3 * * *" is every day at three.',
    ],
  ],
  [
    /must be a valid CIDR value/,
    'validation 6',
    () => ['This must be an address with the length of its prefix.', 'Write 10.9.8.0/24; 0.0.0.0/0 is every address.'],
  ],
  [
    /`selector` does not match template `labels`/,
    'validation 6',
    () => [
      'The selector would not find the pods of its own template.',
      'Give spec.template.metadata.labels every label of spec.selector.matchLabels.',
    ],
  ],
  [
    /Invalid value: "([^"]*)": a lowercase RFC 1123 (?:label|subdomain)/,
    'objects 3',
    (name) => [
      `“${name}” is not a name: only lower-case letters, digits and dashes, with a letter or digit at both ends.`,
      asName(name) === '' ? 'Choose another name.' : `Call it ${asName(name)}.`,
    ],
  ],
  [
    /Invalid value: "([^"]*)": a valid label must/,
    'list 15',
    (value) => [
      `“${value}” is not a label value: at most 63 letters, digits, dashes, dots and underscores.`,
      'Put free text into an annotation.',
    ],
  ],
  [
    /Unsupported value: (.+?): supported values: (.+)/,
    'validation 6',
    (value, known) => [
      `${value} is not one of the known values.`,
      `Write one of ${known}; upper and lower case count.`,
    ],
  ],
  [/Required value/, 'validation 6', () => ['This field is missing.', 'Add it.']],
  [/Duplicate value/, 'validation 6', () => ['This value is there twice.', 'Keep one of the two.']],
  [
    /quantities must match the regular expression/,
    'objects 20',
    () => ['One of the amounts cannot be read.', 'Write a number and a unit without a space: 250m, 1.5, 64Mi, 2Gi.'],
  ],
  [
    /field is immutable|may not change|updates to .* are forbidden|fields? other than .* are forbidden/i,
    'validation 5',
    () => [
      'This field keeps its first value for the life of the object.',
      'Undo the change, or delete the object and create it again.',
    ],
  ],
  [
    /the object has been modified/,
    'verbs 10',
    () => ['The object has changed since this text was loaded.', 'Open the object again and repeat the change.'],
  ],
  [
    /User "(.*?)" cannot (\S+) (?:resource|path) "(.*?)"(?:.* in the namespace "(.*?)")?/,
    'authorisation 1',
    (user, verb, resource, namespace) => [
      `No role allows ${user} to ${verb} ${resource}${namespace === '' ? '' : ` in ${namespace}`}.`,
      `An administrator can create a Role with the verb ${verb} on ${resource}, and bind it to ${user}.`,
    ],
  ],
  [
    /exceeded quota: ([^,]+), requested: (.+), used: (.+), limited: (.+)/,
    'admission 23',
    (quota, requested, used, limited) => [
      `The quota ${quota} of the namespace is used up: ${used} of ${limited}, and this asks for ${requested}.`,
      'Ask for less, delete what is no longer needed, or raise the quota.',
    ],
  ],
  [
    /failed calling webhook "([^"]+)"/,
    'webhooks 14',
    (name) => [
      `The webhook ${name} did not answer, and its failurePolicy refuses the write then.`,
      'Start the webhook, or delete its configuration.',
    ],
  ],
  [
    /violates PodSecurity "([^"]+)"/,
    'admission 17',
    (level) => [
      `The namespace enforces the pod security level ${level}, and the pod asks for more.`,
      'Set the fields in the text below, or change the label of the namespace.',
    ],
  ],
  [
    /already exists$/,
    'verbs 5',
    () => ['There is an object of this name already.', 'Change it, or choose another name.'],
  ],
  [
    /must be between (\d+) and (\d+)/,
    'validation 6',
    (least, most) => ['The number is out of range.', `Choose one from ${least} to ${most}.`],
  ],
]

const UNKNOWN_KIND = 'versions 1'

/** Explains an unknown kind. The usual reason is an API group of the other dialect. */
function explainedKind(text: string, { name, spell }: Dialect): Explained | undefined {
  const [, kind, version] = /no matches for kind "(.*?)" in version "(.*?)"/.exec(text) ?? []
  if (kind === undefined || version === undefined) return undefined
  const other = name === 'svc' ? '.k8s.io/' : '.svc.io/'
  const own = `.${spell('{domain}')}/`
  const next = version.includes(other)
    ? `In this cluster the version is ${version.replace(`.apiserver${other}`, own).replace(other, own)}.`
    : 'Check both in api-resources; a custom kind needs its CustomResourceDefinition first.'
  return { words: [`The cluster serves no ${kind} in ${version}.`, next], citation: UNKNOWN_KIND }
}

interface Explained {
  readonly words: Words
  readonly citation: string
}

/** The plain words for one text of the server; undefined for a text without a rule. */
export function explain(text: string, dialect: Dialect): Explained | undefined {
  const kind = explainedKind(text, dialect)
  if (kind !== undefined) return kind
  const plain = text.replace(/ of type (\S+)/, (all, type: string) => (isGoTextType(type) ? ' of type string' : all))
  for (const [pattern, citation, say] of RULES) {
    const found = pattern.exec(plain)
    if (found === null) continue
    return { words: say(...found.slice(1).map((group: string | undefined) => group ?? '')), citation }
  }
  return undefined
}

/** The parts of a refusal: its causes, or the lines of its message, each with the field that it names. */
export function partsOf(error: Error): { readonly field: string; readonly text: string }[] {
  const causes = error instanceof ApiError ? (error.status.details?.causes ?? []) : []
  const placed = causes.filter(({ field }) => field !== undefined && field !== '' && field !== '<nil>')
  if (placed.length > 0) return placed.map(({ field = '', message = '' }) => ({ field, text: message }))
  const lines = [...error.message.matchAll(/(?:: |^\s+)(\.(?:\[[^\]]*\]|"[^"]*"|[^\s:"[])+): (.*)$/gm)]
  if (lines.length > 0) return lines.map(([, field = '', text = '']) => ({ field, text }))
  const field = /(?:Go struct field \w+\.|unknown field ")([^\s"]+)/.exec(error.message)?.[1] ?? ''
  return [{ field, text: error.message }]
}

/** A refusal in plain words, one part after the other; empty when no rule matches. */
export function explanationsOf(error: Error, dialect: Dialect): Explanation[] {
  return partsOf(error).flatMap(({ field, text }) => {
    const explained = explain(text, dialect)
    if (explained === undefined) return []
    const { citation, words } = explained
    return [{ field, what: words[0], next: words[1], citation }]
  })
}

/** The rules of docs/reference about the status codes of refusals. */
const CODES: ReadonlyMap<number, string> = new Map([
  [400, 'errors 1'],
  [401, 'errors 2'],
  [403, 'errors 3'],
  [404, 'errors 4'],
  [405, 'errors 5'],
  [406, 'errors 6'],
  [409, 'errors 7'],
  [410, 'errors 8'],
  [413, 'errors 9'],
  [415, 'errors 6'],
  [422, 'errors 10'],
  [429, 'errors 11'],
  [500, 'errors 12'],
  [503, 'errors 14'],
  [504, 'errors 15'],
])

/** The rule of docs/reference about the status code of a refusal. For any other failure, the page about errors. */
export const citationOf = (error: Error): string =>
  (error instanceof ApiError ? CODES.get(error.code) : undefined) ?? 'errors'

/** Every rule that an explanation can cite. */
export const allCitations = (): string[] => [
  ...new Set([UNKNOWN_KIND, ...RULES.map(([, citation]) => citation), ...CODES.values()]),
]
