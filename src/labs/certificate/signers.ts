import { commaSeparated } from '../comma-separated.ts'
import type { CertificateForm } from './certificate-requests.ts'

/** A rule of a signer about one field of a request (reference/certificates.md 5 to 8). */
export interface SignerRule {
  readonly field: 'signer' | 'commonName' | 'organizations' | 'dnsNames' | 'usages'
  readonly text: string
  isBroken(form: Pick<CertificateForm, 'commonName' | 'organizations' | 'dnsNames' | 'usages'>): boolean
}

export interface Signer {
  readonly name: string
  readonly rules: readonly SignerRule[]
  /** The next step for a request that breaks no rule. */
  readonly next: string
}

/** The rule about usages: a request has all of `needed`, and otherwise only usages of `permitted`. */
const usages = (needed: readonly string[], permitted: readonly string[]): SignerRule => ({
  field: 'usages',
  text: `The usages are ${needed.join(' and ')}, and perhaps ${permitted.join(' and ')}.`,
  isBroken(form) {
    const given = commaSeparated(form.usages)
    return (
      needed.some((usage) => !given.includes(usage)) ||
      given.some((usage) => !needed.includes(usage) && !permitted.includes(usage))
    )
  },
})

const NODE_SUBJECT: readonly SignerRule[] = [
  {
    field: 'organizations',
    text: 'The only organisation is system:nodes.',
    isBroken: ({ organizations }) => commaSeparated(organizations).join() !== 'system:nodes',
  },
  {
    field: 'commonName',
    text: 'The common name is system:node:NAME.',
    isBroken: ({ commonName }) => !/^system:node:./.test(commonName),
  },
]

export const SIGNERS: readonly Signer[] = [
  {
    name: 'kubernetes.io/kube-apiserver-client',
    rules: [
      {
        field: 'organizations',
        text: 'The organisation system:masters is refused.',
        isBroken: ({ organizations }) => commaSeparated(organizations).includes('system:masters'),
      },
      usages(['client auth'], ['digital signature', 'key encipherment']),
    ],
    next: 'A person approves the request.',
  },
  {
    name: 'kubernetes.io/kube-apiserver-client-kubelet',
    rules: [
      ...NODE_SUBJECT,
      {
        field: 'dnsNames',
        text: 'There are no DNS names.',
        isBroken: ({ dnsNames }) => commaSeparated(dnsNames).length > 0,
      },
      usages(['digital signature', 'client auth'], ['key encipherment']),
    ],
    next: 'A controller approves the requests of nodes; a person approves the others.',
  },
  {
    name: 'kubernetes.io/kubelet-serving',
    rules: [
      ...NODE_SUBJECT,
      {
        field: 'dnsNames',
        text: 'There is at least one DNS name.',
        isBroken: ({ dnsNames }) => commaSeparated(dnsNames).length === 0,
      },
      usages(['digital signature', 'server auth'], ['key encipherment']),
    ],
    next: 'A person approves the request.',
  },
  {
    name: 'kubernetes.io/legacy-unknown',
    rules: [{ field: 'signer', text: 'This signer cannot be named in v1.', isBroken: () => true }],
    next: '',
  },
  {
    name: 'shop.example.com/internal',
    rules: [],
    next: 'No controller of this cluster signs for it. A handler of yours can.',
  },
]
