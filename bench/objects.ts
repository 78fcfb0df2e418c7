const note = 'x'.repeat(64)

/** About 500 bytes as JSON. */
export const configMap = (i: number, value = note): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `config-${i}`, namespace: 'default', labels: { app: `a${i % 100}`, tier: 'bench' } },
  data: { a: value, b: note, c: note, d: note },
})

/** The 521-byte pod that the peer is measured with as well. */
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
