import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, type Json, type JsonObject } from '../worker/api/json.ts'
import type { RemoteService } from '../worker/webhooks/remote-post.ts'
import { FlagError } from './flags.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'

/**
 * The service that a client configuration names (reference/identity.md 17): its cluster is the service, its user
 * this server. Reads the files that it names; relative paths start at its folder.
 * @throws FlagError
 */
export function readRemoteService(file: string): RemoteService {
  const config = readConfig(file)
  const context = part(config, 'contexts', config['current-context'], 'context')
  const service = part(config, 'clusters', context['cluster'], 'cluster')
  const server = stringOrEmpty(service['server'])
  if (!URL.canParse(server)) throw new FlagError(`${file}: the current context names no cluster with a server`)
  const from = reader(file)
  const credentials = part(config, 'users', context['user'], 'user')
  const name = stringOrEmpty(service['tls-server-name'])
  return {
    url: server,
    caBundle: from(service, 'certificate-authority'),
    ...(service['insecure-skip-tls-verify'] === true && { insecure: true }),
    ...(name !== '' && { serverName: name }),
    // As in client-go, credentials never leave without TLS.
    ...(server.startsWith('https:') && { ...authorization(credentials, file), ...certificate(credentials, from) }),
  }
}

function readConfig(file: string): JsonObject {
  let config: Json
  try {
    config = parse(readFileSync(file, 'utf8')) as Json
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new FlagError(isMissing ? `stat ${file}: no such file or directory` : `${file}: ${errorMessage(error)}`)
  }
  if (isObject(config)) return config
  throw new FlagError(`${file}: not a client configuration`)
}

/** The object in a field of the named entry of a list; empty when there is none. */
function part(config: JsonObject, list: string, name: Json | undefined, field: string): JsonObject {
  const entry = objectsIn(config[list]).find((one) => one['name'] === stringOrEmpty(name))
  return objectOrEmpty(entry?.[field])
}

/**
 * Returns a function that reads a field: the decoded base64 of its `-data` variant, else the content of the file that it names.
 */
const reader =
  (file: string) =>
  (holder: JsonObject, field: string): string => {
    const data = stringOrEmpty(holder[`${field}-data`])
    if (data !== '') return Buffer.from(data, 'base64').toString('utf8')
    return stringOrEmpty(holder[field]) === '' ? '' : readBeside(file, stringOrEmpty(holder[field]))
  }

function readBeside(file: string, name: string): string {
  try {
    return readFileSync(path.resolve(path.dirname(file), name), 'utf8')
  } catch (error) {
    throw new FlagError(`${file}: ${errorMessage(error)}`)
  }
}

/** A token file takes precedence over a token, and a token over a password. */
function authorization(user: JsonObject, file: string): Pick<RemoteService, 'authorization'> {
  const tokenFile = stringOrEmpty(user['tokenFile'])
  const token = tokenFile === '' ? stringOrEmpty(user['token']) : readBeside(file, tokenFile).trim()
  if (token !== '') return { authorization: `Bearer ${token}` }
  const [name, password] = [stringOrEmpty(user['username']), stringOrEmpty(user['password'])]
  if (name === '' && password === '') return {}
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
}

function certificate(user: JsonObject, from: ReturnType<typeof reader>): Pick<RemoteService, 'certificate'> {
  const pair = { certificate: from(user, 'client-certificate'), key: from(user, 'client-key') }
  return pair.certificate === '' ? {} : { certificate: pair }
}
