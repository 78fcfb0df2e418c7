import { expect, it } from 'vitest'
import { SIGNERS } from './signers.ts'

const PERSON = { commonName: 'alice', organizations: 'developers', dnsNames: '', usages: 'client auth' }
const NODE = {
  commonName: 'system:node:node-9',
  organizations: 'system:nodes',
  dnsNames: 'node-9.example.com',
  usages: 'digital signature, server auth',
}

it.each([
  ['kubernetes.io/kube-apiserver-client', PERSON, []],
  ['kubernetes.io/kube-apiserver-client', { ...PERSON, organizations: 'a, system:masters' }, ['organizations']],
  ['kubernetes.io/kube-apiserver-client', { ...PERSON, usages: 'server auth' }, ['usages']],
  ['kubernetes.io/kubelet-serving', NODE, []],
  ['kubernetes.io/kubelet-serving', { ...NODE, dnsNames: '' }, ['dnsNames']],
  ['kubernetes.io/kubelet-serving', PERSON, ['organizations', 'commonName', 'dnsNames', 'usages']],
  ['kubernetes.io/kube-apiserver-client-kubelet', { ...NODE, usages: 'digital signature, client auth' }, ['dnsNames']],
  ['kubernetes.io/legacy-unknown', PERSON, ['signer']],
  ['shop.example.com/internal', PERSON, []],
] as const)('%s names the fields whose rules are broken: %o', (name, form, fields) => {
  const signer = SIGNERS.find((one) => one.name === name)
  expect(signer?.rules.filter((rule) => rule.isBroken(form)).map(({ field }) => field)).toEqual(fields)
})
