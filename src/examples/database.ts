import type { Example } from './example.ts'

export const database = {
  id: 'database',
  title: 'A database with volumes',
  summary: 'A stateful set with one pod, which keeps its data on a volume and its password in a secret.',
  level: 'Intermediate',
  learns: 'how a StatefulSet gives each pod a name and a volume of its own',
  files: [
    {
      name: 'database.yaml',
      text: `# Data that must outlive a pod is on a volume. Its claim is made from the template below.
apiVersion: v1
kind: Namespace
metadata:
  name: data
---
apiVersion: v1
kind: Secret
metadata:
  name: postgres
  namespace: data
type: Opaque
stringData:
  password: change-me
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: postgres
  namespace: data
data:
  extra.conf: |
    max_connections = 50
    log_min_duration_statement = 250
---
apiVersion: v1
kind: Service
metadata:
  name: postgres
  namespace: data
spec:
  # The service has no address: clients reach each pod by its name.
  clusterIP: None
  selector:
    app: postgres
  ports:
    - name: sql
      port: 5432
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: postgres
  namespace: data
spec:
  serviceName: postgres
  replicas: 1
  selector:
    matchLabels:
      app: postgres
  template:
    metadata:
      labels:
        app: postgres
    spec:
      terminationGracePeriodSeconds: 60
      securityContext:
        fsGroup: 999
      containers:
        - name: postgres
          image: postgres:17
          env:
            - name: PGDATA
              value: /data/pgdata
            - name: POSTGRES_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: postgres
                  key: password
          ports:
            - name: sql
              containerPort: 5432
          readinessProbe:
            exec:
              command: ["pg_isready", "-U", "postgres"]
            periodSeconds: 5
          resources:
            requests:
              cpu: 250m
              memory: 512Mi
            limits:
              memory: 1Gi
          volumeMounts:
            - name: data
              mountPath: /data
            - name: settings
              mountPath: /etc/postgresql
              readOnly: true
      volumes:
        - name: settings
          configMap:
            name: postgres
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: ["ReadWriteOnce"]
        resources:
          requests:
            storage: 10Gi
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: backups
  namespace: data
spec:
  accessModes: ["ReadWriteMany"]
  resources:
    requests:
      storage: 50Gi
`,
    },
  ],
} as const satisfies Example
