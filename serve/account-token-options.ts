import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { WebKey } from '../worker/api/web-key.ts'
import type { TokenIssuing } from '../worker/authentication/service-account/account-tokens.ts'
import type { FlagValues } from './flags.ts'
import { duration, enabled, FlagError, text } from './flags.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'

const PEM = /-----BEGIN ([^-]+)-----[^]*?-----END \1-----/g

/**
 * The issuers, keys and lifetimes of service account tokens, from the flags. Reads the key files.
 * @throws FlagError for an invalid value, for keys without an issuer, and for a key file without a key
 */
export function accountTokenOptions(flags: FlagValues): { readonly serviceAccounts?: TokenIssuing } {
  const issuers = flags.get('service-account-issuer')
  const signingFile = text(flags, 'service-account-signing-key-file')
  const keyFiles = flags.get('service-account-key-file') ?? []
  const hasKeys = signingFile !== undefined || keyFiles.length > 0
  const lifetimes = tokenLifetimes(flags)
  if (issuers === undefined) {
    if (hasKeys) throw new FlagError('service-account-issuer: name who signs with the given keys')
    return {}
  }
  const lookup = !flags.has('service-account-lookup') || enabled(flags, 'service-account-lookup')
  const common = { issuers, lookup, ...lifetimes, ...keysAddress(flags) }
  if (!hasKeys) return { serviceAccounts: common }
  const signing = signingFile === undefined ? undefined : signingKey(signingFile)
  const verifying = keyFiles.flatMap(publicKeys)
  return { serviceAccounts: { ...common, keys: { ...(signing && { signing }), verifying } } }
}

/** The bounds of `--service-account-max-token-expiration` in the real server, in seconds. */
const SHORTEST_MAXIMUM = 3600
const LONGEST_MAXIMUM = 2 ** 32

function tokenLifetimes(flags: FlagValues): Pick<TokenIssuing, 'longest' | 'extends'> {
  const longest = duration(flags, 'service-account-max-token-expiration') / 1000
  if (longest !== 0 && (longest < SHORTEST_MAXIMUM || longest > LONGEST_MAXIMUM))
    throw new FlagError('service-account-max-token-expiration: it must be between 1h and 2^32 seconds')
  const name = 'service-account-extend-token-expiration'
  return { ...(longest > 0 && { longest }), ...(flags.has(name) && { extends: enabled(flags, name) }) }
}

function keysAddress(flags: FlagValues): Pick<TokenIssuing, 'keysAddress'> {
  const address = text(flags, 'service-account-jwks-uri')
  if (address === undefined) return {}
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    throw new FlagError(`service-account-jwks-uri: it must be an https address, not ${address}`)
  return { keysAddress: address }
}

function signingKey(file: string): WebKey {
  const [key] = readKeys('service-account-signing-key-file', file, createPrivateKey)
  if (key !== undefined) return key
  throw new FlagError(`service-account-signing-key-file: ${file} holds no private key`)
}

/** The public key of each public key, private key and certificate in a PEM file. */
function publicKeys(file: string): readonly WebKey[] {
  const keys = readKeys('service-account-key-file', file, createPublicKey)
  if (keys.length > 0) return keys
  throw new FlagError(`service-account-key-file: ${file} holds no key`)
}

function readKeys(flag: string, file: string, read: (pem: string) => KeyObject): readonly WebKey[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(PEM)].filter(([, type]) => type !== 'EC PARAMETERS')
  return blocks.map(([pem]) => {
    try {
      const { kty, crv, x, y, n, e, d, p, q, dp, dq, qi } = read(pem).export({ format: 'jwk' })
      return { kty, crv, x, y, n, e, d, p, q, dp, dq, qi }
    } catch (error) {
      throw new FlagError(`${flag}: ${file}: ${errorMessage(error)}`)
    }
  })
}
