import { lookupTable } from '../../worker/runtime/lookup-table.ts'
import { Failure } from './failure.ts'

/** How kubectl holds a field: a map of structs is an entry list, `pointer` a struct that a path cannot enter. */
export type FieldType = 'text' | 'boolean' | 'bytes' | 'texts' | 'map' | 'pointer'

export type EntryList = 'clusters' | 'contexts' | 'users'

/**
 * The target of a path such as `users.jane.doe.token`: a field of the file, a field of its preferences, or an entry of a list with
 * or without a field.
 */
export type ConfigurationPath =
  | { readonly of: 'file'; readonly field: string; readonly type: FieldType | 'preferences' | 'entries' }
  | { readonly of: 'preferences'; readonly field: string; readonly type: FieldType }
  | { readonly of: EntryList; readonly name: string; readonly field?: string; readonly type?: FieldType }

const FILE = lookupTable<FieldType>({
  kind: 'text',
  apiVersion: 'text',
  'current-context': 'text',
  extensions: 'map',
})

const PREFERENCES = lookupTable<FieldType>({ colors: 'boolean', extensions: 'map' })

const ENTRIES = {
  clusters: lookupTable<FieldType>({
    server: 'text',
    'tls-server-name': 'text',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'text',
    'certificate-authority-data': 'bytes',
    'proxy-url': 'text',
    'disable-compression': 'boolean',
    extensions: 'map',
  }),
  contexts: lookupTable<FieldType>({ cluster: 'text', user: 'text', namespace: 'text', extensions: 'map' }),
  users: lookupTable<FieldType>({
    'client-certificate': 'text',
    'client-certificate-data': 'bytes',
    'client-key': 'text',
    'client-key-data': 'bytes',
    token: 'text',
    tokenFile: 'text',
    'act-as': 'text',
    'act-as-uid': 'text',
    'act-as-groups': 'texts',
    'act-as-user-extra': 'map',
    username: 'text',
    password: 'text',
    'auth-provider': 'pointer',
    exec: 'pointer',
    extensions: 'map',
  }),
}

const isEntryList = (part: string): part is EntryList => part === 'clusters' || part === 'contexts' || part === 'users'

/** Reads the path of `config set` and `config unset`. @throws Failure when the file has no such field */
export function configurationPath(path: string): ConfigurationPath {
  const [first = '', ...rest] = path.split('.')
  if (isEntryList(first)) {
    if (rest.length === 0) return { of: 'file', field: first, type: 'entries' }
    return entryPath(path, first, rest)
  }
  if (first === 'preferences') {
    const [field, ...further] = rest
    if (field === undefined) return { of: 'file', field: first, type: 'preferences' }
    const type = PREFERENCES[field]
    // kubectl prints the address of a type here.
    if (type === undefined)
      throw new Failure(`unable to parse ${path} after [{preferences 0x1da70e0}] at api.Preferences`)
    refuseFurther(path, type, further)
    return { of: 'preferences', field, type }
  }
  const type = FILE[first]
  if (type === undefined) throw new Failure(`unable to parse ${path} after [] at api.Config`)
  refuseFurther(path, type, rest)
  return { of: 'file', field: first, type }
}

/** The name of an entry may contain dots. It ends before the first part that is a field, which may not be the first part. */
function entryPath(path: string, of: EntryList, parts: readonly string[]): ConfigurationPath {
  const fields = ENTRIES[of]
  const at = parts.findIndex((part, i) => i > 0 && fields[part] !== undefined)
  if (at < 0) return { of, name: parts.join('.') }
  const field = parts[at] ?? ''
  const type = fields[field] ?? 'text'
  refuseFurther(path, type, parts.slice(at + 1), field)
  return { of, name: parts.slice(0, at).join('.'), field, type }
}

function refuseFurther(path: string, type: FieldType, parts: readonly string[], field = ''): void {
  if (parts.length === 0) return
  // kubectl panics with these two messages.
  if (field === 'act-as-user-extra') throw new Failure('string is not of type struct')
  if (type === 'map') throw new Failure('reflect: Elem of invalid type runtime.Object')
  throw new Failure(`unable to parse one or more field values of ${path}`)
}
