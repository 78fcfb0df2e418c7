import type { Example } from './example.ts'

export const teamAccess = {
  id: 'team-access',
  title: 'Access for a team',
  summary:
    'A namespace in which a team may deploy, a robot may only roll out, and every member of the team may read nodes.',
  level: 'Intermediate',
  learns: 'how Roles and RoleBindings decide who may do what in a namespace',
  files: [
    {
      name: 'team-access.yaml',
      text: `# Try it: auth can-i delete deployments -n payments --as=ada --as-group=payments
apiVersion: v1
kind: Namespace
metadata:
  name: payments
---
apiVersion: rbac.authorization.{domain}/v1
kind: Role
metadata:
  name: developer
  namespace: payments
rules:
  - apiGroups: ["", "apps", "batch"]
    resources: ["pods", "services", "configmaps", "deployments", "jobs", "cronjobs"]
    verbs: ["get", "list", "watch", "create", "update", "patch", "delete"]
  - apiGroups: [""]
    resources: ["pods/log"]
    verbs: ["get"]
---
apiVersion: rbac.authorization.{domain}/v1
kind: RoleBinding
metadata:
  name: developers
  namespace: payments
subjects:
  - kind: Group
    name: payments
    apiGroup: rbac.authorization.{domain}
roleRef:
  kind: Role
  name: developer
  apiGroup: rbac.authorization.{domain}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: rollout
  namespace: payments
---
apiVersion: rbac.authorization.{domain}/v1
kind: Role
metadata:
  name: rollout
  namespace: payments
rules:
  - apiGroups: ["apps"]
    resources: ["deployments"]
    resourceNames: ["api"]
    verbs: ["get", "patch"]
---
apiVersion: rbac.authorization.{domain}/v1
kind: RoleBinding
metadata:
  name: rollout
  namespace: payments
subjects:
  - kind: ServiceAccount
    name: rollout
    namespace: payments
roleRef:
  kind: Role
  name: rollout
  apiGroup: rbac.authorization.{domain}
---
apiVersion: rbac.authorization.{domain}/v1
kind: ClusterRole
metadata:
  name: node-reader
rules:
  - apiGroups: [""]
    resources: ["nodes"]
    verbs: ["get", "list", "watch"]
---
apiVersion: rbac.authorization.{domain}/v1
kind: ClusterRoleBinding
metadata:
  name: payments-read-nodes
subjects:
  - kind: Group
    name: payments
    apiGroup: rbac.authorization.{domain}
roleRef:
  kind: ClusterRole
  name: node-reader
  apiGroup: rbac.authorization.{domain}
`,
    },
  ],
} as const satisfies Example
