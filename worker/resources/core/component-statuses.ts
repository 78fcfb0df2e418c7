import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { plainError } from '../../api/status.ts'
import { text } from '../columns.ts'
import { listAt, textAt } from '../path.ts'
import type { Computed } from '../behaviour.ts'
import type { Kind } from '../resource.ts'

const component = (name: string, status: 'True' | 'False', message: string): ApiObject => ({
  kind: 'ComponentStatus',
  apiVersion: 'v1',
  metadata: { name, creationTimestamp: null },
  conditions: [{ type: 'Healthy', status, message }],
})

const absent = (name: string, port: number): ApiObject => {
  const address = `127.0.0.1:${port}`
  return component(name, 'False', `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`)
}

/** The parts of a control plane that the real server probes at fixed addresses; this server has only its storage. */
const COMPONENTS = [absent('controller-manager', 10257), component('etcd-0', 'True', 'ok'), absent('scheduler', 10259)]

const health = (field: string) => (object: ApiObject) => {
  const healthy = listAt(object, 'conditions')
    .filter(isObject)
    .find(({ type }) => type === 'Healthy')
  return healthy === undefined ? '' : textAt(healthy, field)
}

function status(object: ApiObject): string {
  const answer = health('status')(object)
  if (answer === '') return 'Unknown'
  return answer === 'True' ? 'Healthy' : 'Unhealthy'
}

export const componentHealth: Computed = {
  items: () => COMPONENTS,
  missing: (name) => plainError(`Component not found: ${name}`),
}

export const componentStatuses = {
  resource: 'componentstatuses',
  behaviour: () => ({
    columns: [
      text('Status', 'Status of the component conditions', status),
      text('Message', 'Message of the component conditions', health('message')),
      text('Error', 'Error of the component conditions', health('error')),
    ],
  }),
} satisfies Kind
