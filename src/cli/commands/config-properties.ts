import { badBase64Offset } from '../../../worker/runtime/base64-offset.ts'
import { isBase64, toBase64Text } from '../../../worker/runtime/bytes.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'
import type { Command } from '../command.ts'
import type { Configuration } from '../configuration.ts'
import { changeConfiguration, exactly } from '../configuration-change.ts'
import { Failure } from '../failure.ts'
import { boolean } from '../flags.ts'
import type { Session } from '../session.ts'

type FieldType = 'text' | 'boolean' | 'bytes'

/** The fields of each type of entry, and how their values are read. */
const FIELDS = {
  clusters: lookupTable<FieldType>({
    server: 'text',
    'tls-server-name': 'text',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'text',
    'certificate-authority-data': 'bytes',
    'proxy-url': 'text',
    'disable-compression': 'boolean',
  }),
  contexts: lookupTable<FieldType>({ cluster: 'text', user: 'text', namespace: 'text' }),
  users: lookupTable<FieldType>({
    token: 'text',
    tokenFile: 'text',
    username: 'text',
    password: 'text',
    'client-certificate': 'text',
    'client-certificate-data': 'bytes',
    'client-key': 'text',
    'client-key-data': 'bytes',
  }),
}

/** A parsed path: `users.jane.doe.token` names the token of the user `jane.doe`. */
interface Property {
  readonly entries: 'clusters' | 'contexts' | 'users'
  readonly name: string
  /** The field of the entry; undefined when the path names the whole entry. */
  readonly field: string | undefined
}

/** Properties of the file itself. `kind` and `apiVersion` cannot be changed: a value for them is accepted and ignored. */
const OWN = ['current-context', 'preferences.colors', 'preferences', 'kind', 'apiVersion'] as const
type OwnProperty = (typeof OWN)[number]

function readProperty(path: string): Property | OwnProperty {
  const own = OWN.find((each) => each === path)
  if (own !== undefined) return own
  const unparsed = `unable to parse one or more field values of ${path}`
  if (OWN.some((each) => path.startsWith(`${each}.`))) throw new Failure(unparsed)
  const [holder = '', ...rest] = path.split('.')
  if (holder !== 'clusters' && holder !== 'contexts' && holder !== 'users')
    throw new Failure(`unable to parse ${path} after [] at api.Config`)
  const last = rest.at(-1) ?? ''
  const known = rest.length > 1 && FIELDS[holder][last] !== undefined
  // A name may contain dots, and ends before the first field. Further parts after a field are an error.
  if (rest.slice(1, -1).some((part) => FIELDS[holder][part] !== undefined)) throw new Failure(unparsed)
  const name = (known ? rest.slice(0, -1) : rest).join('.')
  return { entries: holder, name, field: known ? last : undefined }
}

/** Sets a property of the file; an empty value unsets it. */
function setOwn(configuration: Configuration, property: OwnProperty, value: string): void {
  if (property === 'current-context') configuration.currentContext = value
  else if (property === 'preferences') {
    const before = `{${configuration.preferences?.colors === true} map[]}`
    if (value !== '')
      throw new Failure(
        `unable to locate path config.navigationStep{stepValue:"", stepType:reflect.Type(nil)} under ${before}`,
      )
    configuration.preferences = {}
  } else if (property === 'preferences.colors') {
    if (value !== '' && !TRUTHS.has(value))
      throw new Failure(`strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`)
    configuration.preferences = value === 'true' ? { colors: true } : {}
  }
}

/** A map of entries as Go prints a map of pointers. The addresses are made up. */
const pointers = (entries: ReadonlyMap<string, unknown>): string =>
  [...entries.keys()]
    .sort()
    .map((name, at) => `${name}:0xc${(0x400000 + at * 0xa0).toString(16).padStart(9, '0')}`)
    .join(' ')

function entriesOf(configuration: Configuration, { entries }: Property): Map<string, Record<string, unknown>> {
  return configuration[entries] as Map<string, Record<string, unknown>>
}

/** Whether a configuration has the entry that a path names. */
const holdsEntry =
  (path: string) =>
  (configuration: Configuration): boolean => {
    const property = readProperty(path)
    return typeof property !== 'string' && entriesOf(configuration, property).has(property.name)
  }

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function readValue(kind: string | undefined, value: string, raw: boolean): string | boolean {
  if (kind === 'boolean') {
    const truth = TRUTHS.get(value)
    if (truth === undefined) throw new Failure(`strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`)
    return truth
  }
  if (kind !== 'bytes') return value
  if (raw) return toBase64Text(value)
  // Go ignores line breaks in base64.
  const encoded = value.replace(/[\r\n]/g, '')
  if (isBase64(encoded)) return encoded
  throw new Failure(`error decoding input value: illegal base64 data at input byte ${badBase64Offset(value)}`)
}

/** Gives a property of the file its value; `change` changes an entry of a list, or the whole list. */
async function changeProperty(
  session: Session,
  path: string,
  value: string,
  change: (property: Property, entries: Map<string, Record<string, unknown>>) => void,
): Promise<void> {
  if (path === '') throw new Failure('you must specify a property')
  await changeConfiguration(
    session,
    (configuration) => {
      const property = readProperty(path)
      if (typeof property === 'string') return setOwn(configuration, property, value)
      if (property.field === undefined && property.entries === 'users' && path.split('.').length > 3)
        throw new Failure(`unable to parse one or more field values of ${path}`)
      change(property, entriesOf(configuration, property))
    },
    holdsEntry(path),
  )
}

export const setProperty = {
  name: 'set',
  summary: 'Set an individual value in a configuration file',
  description: 'Set an individual value in a kubeconfig file.',
  usage: 'config set PROPERTY_NAME PROPERTY_VALUE',
  examples: [['Set the server of a cluster', '{cli} config set clusters.my-cluster.server https://1.2.3.4']],
  flags: [boolean('set-raw-bytes', 'When writing a []byte PROPERTY_VALUE, write it without decoding it from base64.')],
  async run(session) {
    const [path = '', value = ''] = await exactly(session, setProperty, 2)
    if (value === '') throw new Failure('you cannot use set to unset a property')
    await changeProperty(session, path, value, ({ entries: list, name, field }, entries) => {
      if (field === undefined) throw new Failure(`can't set a map to a value: map[${pointers(entries)}]`)
      const read = readValue(FIELDS[list][field], value, session.flags.boolean('set-raw-bytes'))
      const { [field]: _, ...others } = entries.get(name) ?? {}
      entries.set(name, read === false ? others : { ...others, [field]: read })
    })
    session.host.stdout(`Property ${JSON.stringify(path)} set.\n`)
  },
} satisfies Command

export const unsetProperty = {
  name: 'unset',
  summary: 'Unset an individual value in a configuration file',
  description: 'Unset an individual value in a kubeconfig file.',
  usage: 'config unset PROPERTY_NAME',
  examples: [['Forget the current context', '{cli} config unset current-context']],
  async run(session) {
    const [path = ''] = await exactly(session, unsetProperty, 1)
    await changeProperty(session, path, '', ({ name, field }, entries) => {
      if (name === '') entries.clear()
      else if (field === undefined) entries.delete(name)
      else {
        const { [field]: _, ...others } = entries.get(name) ?? invalidKey(name)
        entries.set(name, others)
      }
    })
    session.host.stdout(`Property ${JSON.stringify(path)} unset.\n`)
  },
} satisfies Command

function invalidKey(name: string): never {
  throw new Failure(`current map key \`${name}\` is invalid`)
}
