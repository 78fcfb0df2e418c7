import type { Lab } from '../lab.ts'
import type { LabData } from '../lab-data.ts'
import ConflictLab from './conflict-lab.svelte'

const deployment = (spec: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
spec:
${spec}`

const REPLICAS: LabData = {
  fields: {},
  rows: [
    {
      manager: 'ann',
      text: deployment(`  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: nginx:1.27
`),
    },
    { manager: 'autoscaler', text: deployment('  replicas: 5\n') },
    {
      manager: 'mesh',
      text: deployment(`  template:
    spec:
      containers:
        - name: proxy
          image: envoyproxy/envoy:v1.31.0
`),
    },
  ],
}

const map = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: prices
  namespace: default
data:
${data}`

const PRICES: LabData = {
  fields: {},
  rows: [
    { manager: 'fruit', text: map("  apple: '1'\n  pear: '2'\n") },
    { manager: 'sale', text: map("  pear: '1'\n") },
  ],
}

export const conflictLab = {
  id: 'conflict',
  summary:
    'Several field managers on one object: who owns which field, what an apply changes, and where it is refused.',
  first: REPLICAS,
  lesson: 'labs/conflict-lab.yaml',
  examples: [
    { title: 'A person, an autoscaler and a mesh on one Deployment', data: REPLICAS },
    { title: 'Two price lists in one ConfigMap', data: PRICES },
  ],
  View: ConflictLab,
} satisfies Lab
