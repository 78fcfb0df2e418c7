const note = 'x'.repeat(64)

/** A ConfigMap of about 500 bytes as JSON. */
export const configMap = (i: number, value = note): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `config-${i}`, namespace: 'default', labels: { app: `a${i % 100}`, tier: 'bench' } },
  data: { a: value, b: note, c: note, d: note },
})

/** The pod of 521 bytes that both servers receive. */
export const pod = (i: number): { metadata: object; [field: string]: unknown } => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `pod-${String(i).padStart(6, '0')}`,
    namespace: 'default',
    labels: { app: `a${i % 100}`, tier: 'bench' },
    annotations: { note },
  },
  spec: {
    schedulerName: 'none',
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        name: 'c',
        image: 'hello-world:latest',
        env: [
          { name: 'A', value: note },
          { name: 'B', value: note },
        ],
        ports: [{ containerPort: 80 }],
      },
    ],
  },
})

export const annotationPatch = (i: number): object => ({ metadata: { annotations: { p: String(i) } } })

/** The status of a pod as a kubelet writes it. */
export const statusPatch = (i: number): object => ({
  status: {
    phase: 'Running',
    podIP: `10.0.${(i >> 8) & 255}.${i & 255}`,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-05-01T10:00:00Z' }],
  },
})

const baselineMeta = (name: string, i: number): object => ({
  name,
  labels: { app: 'bench', shard: String(i % 100) },
})

/** The objects of the measurement of kube-apiserver that `RECORDED` in row.ts holds. */
export const baselineConfigMap = (name: string, i = 0): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: baselineMeta(name, i),
  data: { a: 'x'.repeat(200), b: String(i) },
})

export const baselinePod = (name: string, i: number): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: baselineMeta(name, i),
  spec: {
    containers: [
      {
        name: 'c',
        image: 'registry.example/app:1',
        ports: [{ containerPort: 80 }],
        env: [{ name: 'A', value: 'b' }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
      },
    ],
  },
})
