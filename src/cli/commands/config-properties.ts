import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import { badBase64Offset } from '../../../worker/runtime/base64-offset.ts'
import { isBase64, toBase64Text } from '../../../worker/runtime/bytes.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'
import type { Command } from '../command.ts'
import type { Configuration } from '../configuration.ts'
import type { ConfigurationPath, EntryList, FieldType } from '../configuration-path.ts'
import { configurationPath } from '../configuration-path.ts'
import { changeConfiguration, exactly } from '../configuration-change.ts'
import { Failure } from '../failure.ts'
import { boolean, parseBoolean } from '../flags.ts'
import type { Session } from '../session.ts'

/** The fields of a user whose names in the file differ from the names in a path. */
const NAMES_IN_FILE = lookupTable({
  'act-as': 'as',
  'act-as-uid': 'as-uid',
  'act-as-groups': 'as-groups',
  'act-as-user-extra': 'as-user-extra',
})

type Entry = Record<string, unknown>
type Entries = Map<string, Entry>

const entriesOf = (configuration: Configuration, list: EntryList): Entries => configuration[list] as Entries

/** A map as Go prints a map of pointers. The addresses are made up. */
const pointers = (names: Iterable<string>): string =>
  `map[${[...names]
    .sort()
    .map((name, at) => `${name}:0xc${(0x400000 + at * 0xa0).toString(16).padStart(9, '0')}`)
    .join(' ')}]`

const refuseMap = (shown: string): never => {
  throw new Failure(`can't set a map to a value: ${shown}`)
}

/** The named extensions of a file, an entry or the preferences as Go prints them. */
const shownExtensions = (extensions: unknown): string =>
  pointers(Array.isArray(extensions) ? objectsIn(extensions as Json).map(({ name }) => stringOrEmpty(name)) : [])

const shownLists = (lists: unknown): string =>
  `map[${Object.entries(objectOrEmpty(lists))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, list]) => `${key}:[${stringsIn(list).join(' ')}]`)
    .join(' ')}]`

/** Reads the value of a field that holds `before`. Go omits `false` in a file: the result is undefined. */
function readValue(type: FieldType, value: string, { before, raw }: { before: unknown; raw: boolean }) {
  switch (type) {
    case 'text':
      return value
    case 'boolean':
      return readBoolean(value)
    case 'bytes':
      return raw ? toBase64Text(value) : base64(value)
    case 'texts':
      throw new Failure('unrecognized slice type. string')
    case 'map':
      return refuseMap(Array.isArray(before) || before === undefined ? shownExtensions(before) : shownLists(before))
    case 'pointer':
      // kubectl panics with this message.
      throw new Failure('unrecognized type: <nil>')
  }
}

function readBoolean(value: string): true | undefined {
  const truth = parseBoolean(value)
  if (truth === undefined) throw new Failure(`strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`)
  return truth || undefined
}

function base64(value: string): string {
  // Go ignores line breaks in base64.
  const encoded = value.replace(/[\r\n]/g, '')
  if (isBase64(encoded)) return encoded
  throw new Failure(`error decoding input value: illegal base64 data at input byte ${badBase64Offset(value)}`)
}

const withField = (entry: Entry, field: string, value: unknown): Entry => {
  const { [field]: _, ...others } = entry
  return value === undefined ? others : { ...others, [field]: value }
}

interface Change {
  readonly path: ConfigurationPath
  /** Undefined to unset the property. */
  readonly value: string | undefined
  readonly raw: boolean
}

function change(configuration: Configuration, { path, value, raw }: Change): void {
  const read = (type: FieldType, before: unknown) =>
    value === undefined ? undefined : readValue(type, value, { before, raw })
  if (path.of === 'file') return changeFile(configuration, path, { value, read })
  if (path.of === 'preferences') {
    const before = configuration.preferences ?? {}
    const changed = withField(before, path.field, read(path.type, before[path.field]))
    configuration.preferences = changed as JsonObject
    return
  }
  const { name, type = 'map' } = path
  const entries = entriesOf(configuration, path.of)
  if (path.field === undefined) {
    if (value !== undefined) refuseMap(pointers(entries.keys()))
    entries.delete(name)
    return
  }
  const field = NAMES_IN_FILE[path.field] ?? path.field
  const entry = entries.get(name) ?? (value === undefined ? invalidKey(name) : {})
  entries.set(name, withField(entry, field, read(type, entry[field])))
}

/** Changes a field of the file. It keeps its type and extensions: kubectl accepts values for them and does not write them. */
function changeFile(
  configuration: Configuration,
  { field, type }: ConfigurationPath & { of: 'file' },
  { value, read }: { value: string | undefined; read(type: FieldType, before: unknown): unknown },
): void {
  if (type === 'entries') {
    const entries = entriesOf(configuration, field as EntryList)
    if (value !== undefined) refuseMap(pointers(entries.keys()))
    entries.clear()
  } else if (type === 'preferences') {
    if (value !== undefined) refusePreferences(configuration)
    configuration.preferences = {}
  } else if (field === 'current-context') configuration.currentContext = value ?? ''
  else read(type, configuration.extensions)
}

function refusePreferences({ preferences }: Configuration): never {
  const before = `{${preferences?.colors === true} ${shownExtensions(preferences?.extensions)}}`
  throw new Failure(
    `unable to locate path config.navigationStep{stepValue:"", stepType:reflect.Type(nil)} under ${before}`,
  )
}

/** Whether a configuration has the entry that a path names. */
const holdsEntry =
  (property: string) =>
  (configuration: Configuration): boolean => {
    const path = configurationPath(property)
    return path.of !== 'file' && path.of !== 'preferences' && entriesOf(configuration, path.of).has(path.name)
  }

/** Gives a property of a configuration file its value, or removes it. */
async function changeProperty(session: Session, property: string, value?: string): Promise<void> {
  if (property === '') throw new Failure('you must specify a property')
  const raw = value !== undefined && session.flags.boolean('set-raw-bytes')
  await changeConfiguration(
    session,
    (configuration) => change(configuration, { path: configurationPath(property), value, raw }),
    holdsEntry(property),
  )
  session.host.stdout(`Property ${JSON.stringify(property)} ${value === undefined ? 'unset' : 'set'}.\n`)
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
    await changeProperty(session, path, value)
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
    await changeProperty(session, path)
  },
} satisfies Command

function invalidKey(name: string): never {
  throw new Failure(`current map key \`${name}\` is invalid`)
}
