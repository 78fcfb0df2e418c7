import { expect, it } from 'vitest'
import { hasControllersStarted, hasStarted } from './first-keys.ts'

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const once = (key: string) => ({ key: `/registry/${key}`, version: 1 })

const OF_THE_SERVER = [
  ...NAMESPACES.map((name) => once(`namespaces/${name}`)),
  once('services/specs/default/kubernetes'),
  once('services/endpoints/default/kubernetes'),
  once('endpointslices/default/kubernetes'),
  once('configmaps/kube-system/extension-apiserver-authentication'),
  once('configmaps/kube-system/kube-apiserver-legacy-service-account-token-tracking'),
  { key: '/registry/flowschemas/catch-all', version: 2 },
]

it('waits for each first object of the server, and for the status of each FlowSchema', () => {
  expect(hasStarted(OF_THE_SERVER)).toBe(true)
  for (const missing of OF_THE_SERVER) expect(hasStarted(OF_THE_SERVER.filter((key) => key !== missing))).toBe(false)
  expect(hasStarted([...OF_THE_SERVER, once('flowschemas/probes')])).toBe(false)
})

it('waits for the account and the root certificates of each namespace', () => {
  const written = NAMESPACES.flatMap((name) => [
    once(`serviceaccounts/${name}/default`),
    once(`configmaps/${name}/kube-root-ca.crt`),
  ])
  expect(hasControllersStarted(written)).toBe(true)
  for (const missing of written) expect(hasControllersStarted(written.filter((key) => key !== missing))).toBe(false)
})
