import type { Example } from './example.ts'

export const twoManagers = {
  id: 'two-managers',
  title: 'Two managers of one object',
  summary: 'Server-side apply: a platform team and a release robot set fields of one deployment, and disagree on one.',
  level: 'Advanced',
  learns: 'how server-side apply records the owner of each field and answers a conflict',
  steps: [
    'Apply platform.yaml. The server records that platform owns every field in it.',
    'Apply release.yaml. It sets the replicas to 5, which platform owns at 2: the server refuses it and names the field.',
    'Choose a way out: take the field over, drop it from release.yaml, or share it with the value that platform gave it.',
    'Open the deployment: each line shows its field owners. The robot owns the annotation of the release in every case.',
    'Apply platform.yaml again. If the robot took the replicas over, it is platform’s turn to be refused.',
  ],
  files: [
    {
      name: 'platform.yaml',
      manager: 'platform',
      text: `# Applied as the field manager "platform": it makes the deployment.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: default
  labels:
    app: checkout
spec:
  replicas: 2
  selector:
    matchLabels:
      app: checkout
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: checkout
          image: example.org/checkout:3.1
          ports:
            - containerPort: 8080
`,
    },
    {
      name: 'release.yaml',
      manager: 'release-robot',
      text: `# Applied as the field manager "release-robot": only the fields that it sets.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: default
  annotations:
    example.org/release: "2026-11"
spec:
  # platform says 2.
  replicas: 5
`,
    },
  ],
} as const satisfies Example
