import { ownMember } from '../../../worker/api/json.ts'
import { Failure } from '../failure.ts'
import { array, list } from '../flags.ts'
import type { Files } from '../host.ts'
import { entryKind, FileError, readText } from '../host.ts'
import type { Session } from '../session.ts'

/** The flags of config maps and secrets for keys and values. */
export const literalFlags = [
  list('from-env-file', 'A file with lines KEY=value.', { completes: 'file' }),
  list('from-file', 'A file, `key=file`, or a directory whose files become keys.', { completes: 'file' }),
  array('from-literal', 'A key and its value: mykey=somevalue.'),
]

const encoder = new TextEncoder()

/** The error texts about the keys of one kind. */
export interface KeyFailures {
  /** `config` or `secret`, in the texts about a file of variables. */
  readonly noun: string
  invalid(key: string, rule: string): string
  repeated(key: string): string
}

const KEY_RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

/** The rules that a key of a config map breaks, in the words of the API machinery. */
function brokenKeyRule(key: string): string | undefined {
  const rules = [
    ...(key.length > 253 ? ['must be no more than 253 characters'] : []),
    ...(/^[-._a-zA-Z0-9]+$/.test(key) ? [] : [KEY_RULE]),
    ...(key === '.' || key === '..' ? [`must not be '${key}'`] : []),
    ...(key.startsWith('..') && key !== '..' ? [`must not start with '..'`] : []),
  ]
  return rules.length === 0 ? undefined : rules.join(',')
}

/** The keys and the bytes of their values, from all flags. */
export async function readLiterals(session: Session, failures: KeyFailures): Promise<Map<string, Uint8Array>> {
  const { flags, host } = session
  if (flags.given('from-env-file') && (flags.given('from-file') || flags.given('from-literal')))
    throw new Failure('from-env-file cannot be combined with from-file or from-literal')
  const found = new Map<string, Uint8Array>()
  const add: Add = (key, value) => {
    const rule = brokenKeyRule(key)
    if (rule !== undefined) throw new Failure(failures.invalid(key, rule))
    if (found.has(key)) throw new Failure(failures.repeated(key))
    found.set(key, value)
  }
  for (const source of flags.list('from-file')) await readFileSource(host.files, source, add)
  for (const literal of flags.list('from-literal')) {
    const at = literal.indexOf('=')
    if (at <= 0) throw new Failure(`invalid literal source ${literal}, expected key=value`)
    add(literal.slice(0, at), encoder.encode(literal.slice(at + 1)))
  }
  for (const file of flags.list('from-env-file')) await readEnvironmentFile(session, file, add, failures.noun)
  return found
}

type Add = (key: string, value: Uint8Array) => void

/** Reads lines `KEY=value`. A key without `=` takes its value from the environment. */
async function readEnvironmentFile({ host }: Session, file: string, add: Add, noun: string): Promise<void> {
  if ((await host.files.kind(file)) === 'directory') throw new Failure(`env ${noun} file cannot be a directory`)
  const text = await readText(host.files, file).catch((error: unknown) => {
    throw error instanceof FileError ? new Failure(`error reading ${file}: ${error.why}`) : error
  })
  for (const written of text.split('\n')) {
    const line = written.replace(/\r$/, '').trimStart()
    if (line === '' || line.startsWith('#')) continue
    const at = line.indexOf('=')
    const key = at < 0 ? line : line.slice(0, at)
    if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(key))
      throw new Failure(`${JSON.stringify(key)} is not a valid key name: ${VARIABLE_RULE}`)
    add(key, encoder.encode(at < 0 ? (ownMember(host.environment, key) ?? '') : line.slice(at + 1)))
  }
}

const VARIABLE_RULE =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')"

async function readFileSource(files: Files, source: string, add: Add): Promise<void> {
  const at = source.indexOf('=')
  const path = source.slice(at + 1)
  if (path.includes('=')) throw new Failure("key names or file paths cannot contain '='")
  if (at === 0) throw new Failure(`key name for file path ${path} missing`)
  if (at > 0 && path === '') throw new Failure(`file path for key name ${source.slice(0, at)} missing`)
  const kind = await files.kind(path)
  if (kind === undefined) throw new Failure(`error reading ${path}: no such file or directory`)
  if (kind === 'file')
    return add(at < 0 ? (path.split('/').at(-1) ?? path) : source.slice(0, at), await files.read(path))
  if (at > 0) throw new Failure('cannot give a key name for a directory path')
  for (const name of await files.list(path)) {
    const file = `${path.replace(/\/$/, '')}/${name}`
    if ((await entryKind(files, file)) === 'file') add(name, await files.read(file))
  }
}

/** The text of bytes that are UTF-8; undefined when they are not. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
