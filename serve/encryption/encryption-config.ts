import { readFileSync } from 'node:fs'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { parseKey } from '../../worker/store/write.ts'
import { checkConfiguration, ConfigurationError, readConfiguration } from '../configuration/configuration-file.ts'
import { FlagError } from '../flags.ts'
import type { CipherOfKey } from './encrypted-log.ts'
import { encryptionKind } from './encryption-kind.ts'
import { encryptionRules, groupResource, PROVIDERS, secretBytes } from './encryption-rules.ts'
import { aesCbc, aesGcm, firstOf, identity, type ValueCipher } from './value-ciphers.ts'

/** Reads the ciphers of a file of `--encryption-provider-config`. @throws FlagError */
export async function readEncryptionConfig(file: string, dialect: Dialect): Promise<CipherOfKey> {
  const config = await load(file, dialect).catch((error: unknown) => {
    throw new FlagError(`error while parsing file: ${errorMessage(error)}`)
  })
  try {
    return await ciphersOf(config)
  } catch (error) {
    throw new FlagError(`error while building transformers: ${errorMessage(error)}`)
  }
}

async function load(file: string, dialect: Dialect): Promise<JsonObject> {
  const text = readFileSync(file, 'utf8')
  if (text === '')
    throw new ConfigurationError(`error while loading file: encryption provider configuration file "${file}" is empty`)
  const config = await readConfiguration(text, encryptionKind, dialect).catch((error: unknown) => {
    const what = `error decoding encryption provider configuration file "${file}"`
    throw new ConfigurationError(`${what}: ${errorMessage(error)}`)
  })
  checkConfiguration(config, encryptionRules, dialect)
  return config
}

async function ciphersOf(config: JsonObject): Promise<CipherOfKey> {
  const byResource = new Map<string, ValueCipher[]>()
  for (const rule of objectsIn(config['resources'])) {
    const ciphers = (await Promise.all(objectsIn(rule['providers']).map(ciphersOfProvider))).flat()
    for (const name of stringsIn(rule['resources'])) {
      const { group } = groupResource(name)
      const mask = [`*.${group}`, '*.*'].find((earlier) => byResource.has(earlier))
      if (mask !== undefined) throw new Error(`resource "${name}" is masked by earlier rule "${mask}"`)
      const key = named(name)
      byResource.set(key, [...(byResource.get(key) ?? []), ...ciphers])
    }
  }
  const joined = new Map(
    [...byResource].flatMap(([name, [first, ...others]]) =>
      first === undefined ? [] : [[name, firstOf([first, ...others])] as const],
    ),
  )
  return (key) => {
    const { resource } = parseKey(key)
    const slash = resource.indexOf('/')
    const group = slash < 0 ? '' : resource.slice(0, slash)
    const exact = `${resource.slice(slash + 1)}.${group}`
    return joined.get(exact) ?? joined.get(`*.${group}`) ?? joined.get('*.*')
  }
}

/** The name with the dot that precedes its group: `secrets.` for `secrets`. */
function named(text: string): string {
  const { resource, group } = groupResource(text)
  return `${resource}.${group}`
}

async function ciphersOfProvider(provider: JsonObject): Promise<readonly ValueCipher[]> {
  const name = PROVIDERS.find((known) => isObject(provider[known]))
  const keys = objectsIn(objectOrEmpty(provider[name ?? ''])['keys']).map((key) => ({
    name: stringOrEmpty(key['name']),
    secret: secretBytes(stringOrEmpty(key['secret'])) ?? Buffer.of(),
  }))
  switch (name) {
    case 'aesgcm':
      return keys.map((key) => aesGcm(key.name, key.secret))
    case 'aescbc':
      return keys.map((key) => aesCbc(key.name, key.secret))
    case 'secretbox': {
      const { secretbox } = await import('./secretbox.ts')
      return keys.map((key) => secretbox(key.name, key.secret))
    }
    case 'identity':
      return [identity]
    default:
      throw new Error(`the provider ${name} is not supported by this server; use aesgcm, aescbc, secretbox or identity`)
  }
}
