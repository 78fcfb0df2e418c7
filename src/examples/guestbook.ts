import type { Example } from './example.ts'

export const guestbook = {
  id: 'guestbook',
  title: 'A guestbook',
  summary: 'A page in three copies in front of a store that has one writer and two readers, each behind a service.',
  level: 'Beginner',
  learns: 'how Deployments keep pods running and how Services find them by labels',
  files: [
    {
      name: 'guestbook.yaml',
      text: `# Three deployments and the services by which they find each other.
apiVersion: v1
kind: Namespace
metadata:
  name: guestbook
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: store-writer
  namespace: guestbook
  labels:
    app: guestbook
    role: writer
spec:
  replicas: 1
  selector:
    matchLabels:
      app: guestbook
      role: writer
  template:
    metadata:
      labels:
        app: guestbook
        role: writer
    spec:
      containers:
        - name: store
          image: valkey/valkey:8.0
          ports:
            - name: store
              containerPort: 6379
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
---
apiVersion: v1
kind: Service
metadata:
  name: store-writer
  namespace: guestbook
spec:
  selector:
    app: guestbook
    role: writer
  ports:
    - port: 6379
      targetPort: store
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: store-reader
  namespace: guestbook
  labels:
    app: guestbook
    role: reader
spec:
  replicas: 2
  selector:
    matchLabels:
      app: guestbook
      role: reader
  template:
    metadata:
      labels:
        app: guestbook
        role: reader
    spec:
      containers:
        - name: store
          image: valkey/valkey:8.0
          args: ["--replicaof", "store-writer", "6379"]
          ports:
            - name: store
              containerPort: 6379
---
apiVersion: v1
kind: Service
metadata:
  name: store-reader
  namespace: guestbook
spec:
  selector:
    app: guestbook
    role: reader
  ports:
    - port: 6379
      targetPort: store
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: page
  namespace: guestbook
  labels:
    app: guestbook
    role: page
spec:
  replicas: 3
  selector:
    matchLabels:
      app: guestbook
      role: page
  template:
    metadata:
      labels:
        app: guestbook
        role: page
    spec:
      containers:
        - name: page
          image: example.org/guestbook:1.4
          env:
            - name: WRITE_TO
              value: store-writer:6379
            - name: READ_FROM
              value: store-reader:6379
          ports:
            - name: http
              containerPort: 8080
          readinessProbe:
            httpGet:
              path: /ready
              port: http
---
apiVersion: v1
kind: Service
metadata:
  name: page
  namespace: guestbook
spec:
  type: LoadBalancer
  selector:
    app: guestbook
    role: page
  ports:
    - name: http
      port: 80
      targetPort: http
`,
    },
  ],
} as const satisfies Example
