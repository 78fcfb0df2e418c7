import { getCiphers, type SecureVersion } from 'node:tls'
import { quote } from '../worker/api/go-format.ts'
import { FlagError, text, type FlagValues } from './flags.ts'

const VERSIONS: ReadonlyMap<string, SecureVersion> = new Map([
  ['VersionTLS10', 'TLSv1'],
  ['VersionTLS11', 'TLSv1.1'],
  ['VersionTLS12', 'TLSv1.2'],
  ['VersionTLS13', 'TLSv1.3'],
])

/** The suites of TLS 1.3, which no flag turns off, as in Go. */
const NEWEST = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']

/** The least version and the cipher suites of `--tls-min-version` and `--tls-cipher-suites`. @throws FlagError */
export function tlsVersions(flags: FlagValues): { readonly minVersion: SecureVersion; readonly ciphers?: string } {
  const name = text(flags, 'tls-min-version') ?? ''
  const minVersion = name === '' ? 'TLSv1.2' : VERSIONS.get(name)
  if (minVersion === undefined) throw new FlagError(`unknown tls version ${quote(name)}`)
  const suites = flags.get('tls-cipher-suites') ?? []
  if (suites.length === 0) return { minVersion }
  return {
    minVersion,
    ciphers: [...NEWEST, ...suites.map(cipherOf).filter((suite) => !NEWEST.includes(suite))].join(':'),
  }
}

/** OpenSSL's name of a suite that the flag names as Go does: `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`. */
function cipherOf(suite: string): string {
  if (NEWEST.includes(suite)) return suite
  const [, exchange = '', cipher = ''] = /^TLS_(\w+?)_WITH_(\w+)$/.exec(suite) ?? []
  const words = cipher
    .replace(/^AES_/, 'AES')
    .replace('_CBC', '')
    .replace(/(?<=POLY1305)_SHA256$/, '')
  const name = [...(exchange === 'RSA' ? [] : [exchange]), words].join('_').replaceAll('_', '-')
  if (cipher === '' || !getCiphers().includes(name.toLowerCase()))
    throw new FlagError(`Cipher suite ${suite} not supported or doesn't exist`)
  return name
}
