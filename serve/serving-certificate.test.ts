import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { parseFlags } from './flags.ts'
import { servingCertificate } from './serving-certificate.ts'

const NOW = Date.UTC(2030, 0, 1)

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'certificates-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return path.join(made, 'pki')
}

it('makes a certificate for the names of the server, and keeps it', async () => {
  const place = folder()
  const flags = parseFlags([`--cert-dir=${place}`, '--bind-address=127.0.0.2'])
  const { cert, key } = await servingCertificate(flags, NOW)
  const [leaf = '', authority = ''] = cert.split(/(?<=-----END CERTIFICATE-----\n)/)
  const certificate = new X509Certificate(leaf)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.2')).toBe('127.0.0.2')
  expect(certificate.verify(new X509Certificate(authority).publicKey)).toBe(true)
  expect(() => createSecureContext({ cert, key })).not.toThrow()
  expect(statSync(path.join(place, 'apiserver.key')).mode & 0o777).toBe(0o600)
  expect(await servingCertificate(flags, NOW + 1000)).toEqual({ cert, key })
  expect(readFileSync(path.join(place, 'apiserver.crt'), 'utf8')).toBe(cert)
})

it('refuses a certificate without its key, and flags without any certificate', async () => {
  await expect(servingCertificate(parseFlags([]), NOW)).rejects.toThrow('or --cert-dir')
  const half = parseFlags(['--tls-cert-file=a.crt', '--cert-dir=x'])
  await expect(servingCertificate(half, NOW)).rejects.toThrow('--tls-private-key-file')
})
