import type { Lab } from '../lab.ts'
import type { LabData } from '../lab-data.ts'
import CertificateLab from './certificate-lab.svelte'

const form = (fields: Record<string, string>): LabData => ({
  fields: {
    name: 'alice',
    commonName: 'alice',
    organizations: 'developers',
    dnsNames: '',
    kind: 'ECDSA',
    signer: 'kubernetes.io/kube-apiserver-client',
    usages: 'client auth',
    seconds: '3600',
    ...fields,
  },
  rows: [],
})

const NODE = {
  name: 'node-9',
  commonName: 'system:node:node-9',
  organizations: 'system:nodes',
  dnsNames: 'node-9.example.com',
  signer: 'kubernetes.io/kubelet-serving',
  usages: 'digital signature, server auth',
}

export const certificateLab = {
  id: 'certificate',
  summary:
    'A key and a request made in this page, a signer of the cluster, and the certificate read out field by field.',
  first: form({}),
  lesson: 'labs/certificate-lab.yaml',
  examples: [
    { title: 'A person', data: form({}) },
    { title: 'The server of a node', data: form(NODE) },
    {
      title: 'Refused: the group of administrators',
      data: form({ name: 'mallory', organizations: 'system:masters' }),
    },
    {
      title: 'Failed: a node without DNS names',
      data: form({ ...NODE, name: 'node-8', commonName: 'system:node:node-8', dnsNames: '' }),
    },
    { title: 'A signer of your own', data: form({ name: 'internal', signer: 'shop.example.com/internal' }) },
  ],
  View: CertificateLab,
} satisfies Lab
