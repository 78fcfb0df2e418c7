import type { JsonObject } from '../../api/json.ts'
import { textAt } from '../path.ts'
import type { Defaults } from '../notation/defaults.ts'
import { imageTag } from './image-reference.ts'

const fieldRef: Defaults = { apiVersion: 'v1' }
const httpGet: Defaults = { path: '/', scheme: 'HTTP' }
const handler: Defaults = { httpGet }

const probe: Defaults = {
  httpGet,
  grpc: { service: '' },
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
}

/** The tag `latest` may name another image tomorrow, so its image is pulled at each start. */
const pullPolicy = (container: JsonObject): string =>
  imageTag(textAt(container, 'image')) === 'latest' ? 'Always' : 'IfNotPresent'

export const downwardItems: Defaults = { fieldRef }

export const container: Defaults = {
  ports: { protocol: 'TCP' },
  env: { valueFrom: { fieldRef } },
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
  lifecycle: { postStart: handler, preStop: handler },
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: pullPolicy,
}
