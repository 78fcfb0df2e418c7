import { quote } from '../../../worker/api/go-format.ts'
import { toBase64, toBase64Text } from '../../../worker/runtime/bytes.ts'
import { keyPairFault } from '../../../worker/certificates/key-pair.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { list, text } from '../flags.ts'
import type { Host } from '../host.ts'
import { FileError } from '../host.ts'
import type { Session } from '../session.ts'
import { appendHashFlag, secretHash } from './content-hash.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'
import type { KeyFailures } from './literals.ts'
import { literalFlags, readLiterals } from './literals.ts'

const FAILURES: KeyFailures = {
  noun: 'secret',
  invalid: (key, rule) => `${quote(key)} is not valid key name for a Secret ${rule}`,
  repeated: (key) => `cannot add key ${key}, another key by that name already exists`,
}

type Data = Readonly<Record<string, string>>

async function secretOf(session: Session, name: string, data: Data, type: string): Promise<ApiObject> {
  const hashed = session.flags.boolean('append-hash')
  return {
    apiVersion: 'v1',
    ...(Object.keys(data).length > 0 ? { data } : {}),
    kind: 'Secret',
    metadata: newMetadata(hashed ? `${name}-${await secretHash(name, type, data)}` : name),
    ...(type === '' ? {} : { type }),
  }
}

const generic = {
  name: 'generic',
  summary: 'Create a secret from a local file, directory, or literal value',
  usage: 'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1]',
  examples: [['From a literal value', '{cli} create secret generic login --from-literal=password=hidden']],
  flags: [...literalFlags, appendHashFlag, text('type', 'The type of secret to create.')],
  failure: 'failed to create secret',
  async build(session, name): Promise<ApiObject> {
    const found = [...(await readLiterals(session, FAILURES))].map(([key, bytes]) => [key, toBase64(bytes)] as const)
    return secretOf(session, name, Object.fromEntries(found), session.flags.text('type'))
  },
} satisfies Generator

const dockerRegistry = {
  name: 'docker-registry',
  summary: 'Create a secret for use with a container registry',
  usage: 'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string]',
  flags: [
    appendHashFlag,
    text('docker-email', 'Email for the registry.'),
    text('docker-password', 'Password for the registry.'),
    text('docker-server', 'Server location for the registry.', { fallback: 'https://index.docker.io/v1/' }),
    text('docker-username', 'Username for the registry.'),
    list('from-file', 'A file, `key=file`, or a directory whose files become keys.', { completes: 'file' }),
  ],
  failure: 'failed to create secret',
  async build(session, name): Promise<ApiObject> {
    const { flags, host } = session
    const type = host.dialect.spell('{labels}/dockerconfigjson')
    const [server, username, password, email] = ['server', 'username', 'password', 'email'].map((field) =>
      flags.text(`docker-${field}`),
    )
    if (flags.given('from-file')) {
      const found = [...(await readLiterals(session, FAILURES))].map(([key, bytes]) => [key, toBase64(bytes)] as const)
      return secretOf(session, name, Object.fromEntries(found), type)
    }
    if (!server || !username || !password)
      throw new Failure(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      )
    const entry = { username, password, ...(email ? { email } : {}), auth: toBase64Text(`${username}:${password}`) }
    const config = JSON.stringify({ auths: { [server]: entry } })
    return secretOf(session, name, { '.dockerconfigjson': toBase64Text(config) }, type)
  },
} satisfies Generator

const tls = {
  name: 'tls',
  summary: 'Create a TLS secret',
  usage: 'NAME --cert=path/to/cert/file --key=path/to/key/file',
  flags: [
    appendHashFlag,
    text('cert', 'Path to a PEM encoded public key certificate.', { completes: 'file' }),
    text('key', 'Path to the private key of the certificate.', { completes: 'file' }),
  ],
  requiresName: false,
  failure: 'failed to create secret',
  async build(session, name): Promise<ApiObject> {
    const { flags, host } = session
    if (flags.text('cert') === '' || flags.text('key') === '') throw new Failure('key and cert must be specified')
    const [certificate, key] = [await readFile(host, flags.text('cert')), await readFile(host, flags.text('key'))]
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
    const fault = keyPairFault(text(certificate), text(key))
    if (fault !== undefined) throw new Failure(fault)
    const data = { 'tls.crt': toBase64(certificate), 'tls.key': toBase64(key) }
    return secretOf(session, name, data, host.dialect.spell('{labels}/tls'))
  },
} satisfies Generator

async function readFile({ files }: Host, path: string): Promise<Uint8Array> {
  try {
    return await files.read(path)
  } catch (error) {
    throw error instanceof FileError ? new Failure(`Cannot read file ${path}, ${error.message}`) : error
  }
}

export const secretTypes: readonly Generator[] = [dockerRegistry, generic, tls]
