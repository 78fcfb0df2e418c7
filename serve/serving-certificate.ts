import { numberOfText } from '../worker/api/numbers.ts'
import { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import type { FlagValues } from './flags.ts'
import { FlagError, text } from './flags.ts'
import { makeFolder } from './data-folder/made-folder.ts'

/** PEM texts. */
export interface ServingCertificate {
  /** The certificate, followed by its intermediates. */
  readonly cert: string
  readonly key: string
}

/**
 * The certificate of `--tls-cert-file`, or of the folder `--cert-dir`; the files are made when they do not exist.
 * @param now milliseconds since the epoch
 * @throws FlagError when the flags name none
 */
export async function servingCertificate(flags: FlagValues, now: number): Promise<ServingCertificate> {
  const files = [text(flags, 'tls-cert-file'), text(flags, 'tls-private-key-file')] as const
  if (files[0] !== undefined && files[1] !== undefined) return readPair(files[0], files[1])
  const folder = text(flags, 'cert-dir')
  if (folder === undefined || files[0] !== undefined || files[1] !== undefined)
    throw new FlagError('--secure-port needs --tls-cert-file and --tls-private-key-file, or --cert-dir')
  const [certificateFile, keyFile] = [path.join(folder, 'apiserver.crt'), path.join(folder, 'apiserver.key')]
  if (existsSync(certificateFile) && existsSync(keyFile)) return readPair(certificateFile, keyFile)
  const made = await makeServingCertificate(servedNames(flags), now)
  makeFolder(folder)
  writeFileSync(certificateFile, made.cert, { mode: 0o644 })
  writeFileSync(keyFile, made.key, { mode: 0o600 })
  return made
}

const readPair = (cert: string, key: string): ServingCertificate => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
})

const YEAR_MS = 365 * 24 * 60 * 60_000

/** Names and addresses under which clients reach the server. */
function servedNames(flags: FlagValues): readonly string[] {
  const given = text(flags, 'bind-address')
  const names = ['kubernetes.default.svc', 'kubernetes.default', 'kubernetes', 'localhost', '127.0.0.1']
  return given === undefined || names.includes(given) || given === '0.0.0.0' ? names : [...names, given]
}

/** Makes an authority and a certificate that it signs, valid for a year. The certificate of the authority follows in `cert`. */
async function makeServingCertificate(names: readonly string[], now: number): Promise<ServingCertificate> {
  const [{ makeAuthority, openAuthority }, { issueCertificate }, { NO_NAMES }, { pemText }] = await Promise.all([
    import('../worker/certificates/authority.ts'),
    import('../worker/certificates/issue-certificate.ts'),
    import('../worker/certificates/alternative-names.ts'),
    import('../worker/certificates/pem.ts'),
  ])
  // Clocks of clients may be behind.
  const notBefore = now - 60 * 60_000
  const authority = await makeAuthority(`localhost-ca@${Math.floor(now / 1000)}`, notBefore)
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await issueCertificate(await openAuthority(authority), {
    attributes: [{ type: '2.5.4.3', value: `localhost@${Math.floor(now / 1000)}` }],
    alternativeNames: {
      ...NO_NAMES,
      dns: names.filter((name) => isIP(name) === 0),
      ip: names.filter((name) => isIP(name) === 4).map((name) => Uint8Array.from(name.split('.'), numberOfText)),
    },
    publicKey: new Uint8Array(await subtle.exportKey('spki', pair.publicKey)),
    notBefore,
    notAfter: now + YEAR_MS,
    usages: ['digital signature', 'key encipherment', 'server auth'],
  })
  const key = KeyObject.from(pair.privateKey)
  return {
    cert: pemText('CERTIFICATE', certificate) + authority.certificate,
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
