const note = 'x'.repeat(64)

/** The 521-byte pod that the peer is measured with as well. */
export const pod = (i: number): object => ({
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
