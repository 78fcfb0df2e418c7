import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { get, patch, post, put, scenario } from './steps.ts'

type Members = Record<string, unknown>

const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 9001
const PER_CASE = 12

const SIGNERS = ['kubernetes.io/kube-apiserver-client', 'kubernetes.io/kube-apiserver-client-kubelet', 'kubernetes.io/kubelet-serving', 'kubernetes.io/legacy-unknown', 'example.com/own'] // prettier-ignore
const SUBJECTS = [
  '/O=system:nodes/CN=system:node:n1',
  '/O=system:nodes/CN=system:node:',
  '/O=system:nodes/CN=n1',
  '/O=system:nodes/O=other/CN=system:node:n1',
  '/O=system:masters/CN=x',
  '/O=a/O=b/CN=user',
  '/CN=user',
  '/O=x',
  '/C=DE/ST=S/L=City/street=Road 1/postalCode=1/O=Org/OU=Unit/CN=full/serialNumber=5',
  '/emailAddress=a@b.c/CN=mail',
  '/CN=a/CN=b',
  '/OU=u2/OU=u1/O=z/O=y/CN=order',
]
const ALTERNATIVES = ['', '', 'DNS:n1', 'DNS:n1,IP:10.0.0.1', 'IP:::1', 'URI:spiffe://a/b', 'email:a@b.c', 'DNS:*.a.b,DNS:c', 'DNS:n1,email:x@y.z', 'IP:1.2.3.4,URI:http://x'] // prettier-ignore
const KEYS: readonly (readonly string[])[] = [
  ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  ['-newkey', 'rsa:2048'],
  ['-newkey', 'ed25519'],
]
const USAGES: readonly (readonly string[])[] = [
  ['client auth'],
  ['digital signature', 'key encipherment', 'client auth'],
  ['digital signature', 'client auth'],
  ['key encipherment', 'digital signature', 'server auth'],
  ['digital signature', 'server auth'],
  ['server auth', 'client auth', 'digital signature'],
  ['any', 's/mime', 'ocsp signing', 'cert sign', 'crl sign'],
  ['signing', 'content commitment', 'encipher only', 'decipher only', 'key agreement', 'data encipherment', 'code signing', 'email protection', 'timestamping', 'ipsec user', 'microsoft sgc', 'netscape sgc', 'ipsec tunnel', 'ipsec end system'], // prettier-ignore
  ['digital signature', 'digital signature', 'client auth'],
]
const EXPIRATIONS = [600, 599, 601, 3600, 86_400, 31_536_001, 2_147_483_647]
const CONDITIONS: readonly Members[] = [
  { type: 'Approved', status: 'True' },
  { type: 'Approved', status: 'True', reason: 'R', message: 'm' },
  { type: 'Approved', status: 'False' },
  { type: 'Denied', status: 'True', reason: 'R' },
  { type: 'Denied', status: 'Unknown' },
  { type: 'Failed', status: 'True' },
  { type: 'Other', status: 'True', lastUpdateTime: '2020-01-01T00:00:00Z', lastTransitionTime: '2021-01-01T00:00:00Z' },
  { type: 'Other', status: 'False' },
  { type: '', status: 'True' },
  { type: 'Approved' },
]

/** A request in PEM, made by openssl. */
function request(roll: Dice, folder: string): string {
  const names = pickFrom(roll, ALTERNATIVES)
  const text = execFileSync('openssl', [
    'req', '-new', '-nodes', '-keyout', path.join(folder, 'key'),
    ...(roll.chance(0.7) ? (KEYS[0] as readonly string[]) : pickFrom(roll, KEYS)),
    '-subj', pickFrom(roll, SUBJECTS), '-multivalue-rdn',
    ...(names === '' ? [] : ['-addext', `subjectAltName=${names}`]),
    ...(roll.chance(0.2) ? ['-addext', 'extendedKeyUsage=serverAuth'] : []),
  ], { stdio: ['ignore', 'pipe', 'ignore'] }) // prettier-ignore
  return text.toString('utf8')
}

const DRESSED: readonly ((pem: string) => string)[] = [
  (pem) => pem,
  (pem) => pem,
  (pem) => pem,
  (pem) => pem,
  (pem) => `text before\n${pem}`,
  (pem) => `${pem}text after`,
  (pem) => `${pem}${pem}`,
  (pem) => pem.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'),
  (pem) => pem.replace('-----\n', '-----\nHeader: x\n\n'),
  (pem) => pem.replaceAll('\n', '\r\n'),
  (pem) => pem.slice(0, 200),
  (pem) => pem.replace(/M(.{3})/, 'M$1AAAA'),
]

/** A case of random requests with their approvals, and then their certificates or more changes. */
function requested(seed: number, at: number, folder: string, isSigned: boolean): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const names = Array.from({ length: PER_CASE }, (_, i) => `si-${at}-${i}`)
  const steps = names.flatMap((name): Step[] => {
    const spec = {
      request: Buffer.from(pickFrom(roll, DRESSED)(request(roll, folder))).toString('base64'),
      signerName: pickFrom(roll, SIGNERS),
      usages: pickFrom(roll, USAGES),
      ...(roll.chance(0.5) && { expirationSeconds: pickFrom(roll, EXPIRATIONS) }),
    }
    const object = { metadata: { name }, spec }
    const one = `${CSRS}/${name}`
    const conditions = roll.chance(0.6) ? [CONDITIONS[1]] : Array.from({ length: 1 + roll.below(2) }, () => pickFrom(roll, CONDITIONS)) // prettier-ignore
    const user = roll.chance(0.3) ? { headers: { 'Impersonate-User': 'system:node:n1', 'Impersonate-Group': ['system:nodes', 'g'], 'Impersonate-Extra-A': 'x' } } : {} // prettier-ignore
    return [
      post(CSRS, object, user),
      patch(
        `${one}/approval`,
        { status: { conditions } },
        { only: ['status', 'message', 'reason', 'details', 'code'] },
      ),
      ...(isSigned
        ? [{ sleep: 1200 }, get(one, { x509: 'status.certificate', only: ['status', 'spec.expirationSeconds', 'message'] })] // prettier-ignore
        : [
            patch(`${one}/approval?dryRun=All`, { status: { conditions: [pickFrom(roll, CONDITIONS)] } }),
            patch(`${one}/status?dryRun=All`, { status: { conditions: [pickFrom(roll, CONDITIONS)] } }),
            patch(`${one}/status?dryRun=All`, { status: { certificate: pickFrom(roll, ['YQ==', '', 'x', spec.request]) } }), // prettier-ignore
            put(`${one}?dryRun=All`, { metadata: { name, labels: { a: 'b' } }, spec: { ...spec, usages: ['any'] } }),
            get(one, { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
          ]),
    ]
  })
  return scenario('csr', `signing-${at}`, steps, { cleanup: names.map((name) => `${CSRS}/${name}`) })
}

function made(seed: number, isSigned: boolean): Case[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'requests-'))
  try {
    writeFileSync(path.join(folder, 'key'), '')
    return Array.from({ length: 8 }, (_, at) => requested(seed, at + (isSigned ? 100 : 0), folder, isSigned))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Certificate requests of every shape, with their approvals. */
export const requestScenarios = (seed: number): Case[] => made(seed, false)
/** Certificate requests of every shape, with the certificates of approved ones; needs the profile `controllers`. */
export const signingScenarios = (seed: number): Case[] => made(seed, true)
