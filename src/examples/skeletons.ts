import type { Dialect } from '../../worker/dialect/dialect.ts'

/** A complete object of a kind, in which the reader replaces parts. */
interface Skeleton {
  readonly kind: string
  /** A template for `Dialect.spell`. */
  readonly apiVersion: string
  /** The YAML below `metadata`. `${name}` marks the parts to replace; equal marks are replaced together. */
  readonly rest: string
}

const POD_TEMPLATE = `  template:
    metadata:
      labels: { app: \${name} }
    spec:
      containers:
        - name: \${name}
          image: \${nginx:1.27}
`
const WORKLOAD = `  selector:
    matchLabels: { app: \${name} }
${POD_TEMPLATE}`
const RULES = `rules:
  - apiGroups: ['']
    resources: [\${pods}]
    verbs: [get, list, watch]
`
const JOB_POD = `template:
    spec:
      restartPolicy: Never
      containers:
        - name: \${name}
          image: \${busybox:1.36}
          command: [sh, -c, 'echo done']
`
const binding = (role: string): string => `roleRef:
  apiGroup: rbac.authorization.{domain}
  kind: ${role}
  name: \${role}
subjects:
  - kind: ServiceAccount
    name: \${account}
    namespace: \${default}
`
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`).replace(/ +$/, '')

export const SKELETONS: readonly Skeleton[] = [
  { kind: 'Deployment', apiVersion: 'apps/v1', rest: `spec:\n  replicas: 2\n${WORKLOAD}` },
  {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1',
    rest: `spec:\n  serviceName: \${name}\n  replicas: 2\n${WORKLOAD}`,
  },
  { kind: 'DaemonSet', apiVersion: 'apps/v1', rest: `spec:\n${WORKLOAD}` },
  {
    kind: 'Pod',
    apiVersion: 'v1',
    rest: 'spec:\n  containers:\n    - name: ${name}\n      image: ${nginx:1.27}\n',
  },
  { kind: 'Job', apiVersion: 'batch/v1', rest: `spec:\n  ${JOB_POD}` },
  {
    kind: 'CronJob',
    apiVersion: 'batch/v1',
    rest: `spec:\n  schedule: '\${*/5 * * * *}'\n  jobTemplate:\n    spec:\n      ${indented(JOB_POD, '    ')}`,
  },
  {
    kind: 'Service',
    apiVersion: 'v1',
    rest: 'spec:\n  selector: { app: ${app} }\n  ports:\n    - port: 80\n',
  },
  {
    kind: 'Ingress',
    apiVersion: 'networking.{domain}/v1',
    rest: `spec:
  rules:
    - host: \${shop.example.com}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: \${service}
                port: { number: 80 }
`,
  },
  {
    kind: 'NetworkPolicy',
    apiVersion: 'networking.{domain}/v1',
    rest: `spec:
  podSelector:
    matchLabels: { app: \${app} }
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels: { app: \${client} }
`,
  },
  { kind: 'ConfigMap', apiVersion: 'v1', rest: 'data:\n  ${key}: ${value}\n' },
  { kind: 'Secret', apiVersion: 'v1', rest: 'stringData:\n  ${key}: ${value}\n' },
  {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    rest: 'spec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests: { storage: ${1Gi} }\n',
  },
  {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    rest: `spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: \${deployment} }
  minReplicas: 1
  maxReplicas: 5
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: 80 }
`,
  },
  {
    kind: 'PodDisruptionBudget',
    apiVersion: 'policy/v1',
    rest: 'spec:\n  minAvailable: 1\n  selector:\n    matchLabels: { app: ${app} }\n',
  },
  { kind: 'ResourceQuota', apiVersion: 'v1', rest: "spec:\n  hard:\n    pods: '10'\n" },
  { kind: 'ServiceAccount', apiVersion: 'v1', rest: '' },
  { kind: 'Role', apiVersion: 'rbac.authorization.{domain}/v1', rest: RULES },
  { kind: 'RoleBinding', apiVersion: 'rbac.authorization.{domain}/v1', rest: binding('Role') },
  { kind: 'Namespace', apiVersion: 'v1', rest: '' },
  { kind: 'ClusterRole', apiVersion: 'rbac.authorization.{domain}/v1', rest: RULES },
  {
    kind: 'ClusterRoleBinding',
    apiVersion: 'rbac.authorization.{domain}/v1',
    rest: binding('ClusterRole'),
  },
  {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.{domain}/v1',
    rest: `spec:
  group: \${example.com}
  scope: Namespaced
  names: { plural: \${widgets}, singular: widget, kind: \${Widget} }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: { type: integer }
`,
  },
]

/** A type that the cluster serves. */
interface SkeletonType {
  readonly apiVersion: string
  readonly kind: string
  readonly namespaced: boolean
}

/** A complete object of the type, with `${...}` around the parts to replace. For an unknown type, only its metadata. */
export function skeleton({ apiVersion, kind, namespaced }: SkeletonType, dialect: Dialect, namespace: string): string {
  const known = SKELETONS.find((each) => each.kind === kind && dialect.spell(each.apiVersion) === apiVersion)
  const isDefinition = kind === 'CustomResourceDefinition' && known !== undefined
  const name = isDefinition ? '${widgets}.${example.com}' : `\${my-${kind.toLowerCase()}}`
  const lines = [`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata:', `  name: ${name}`]
  if (namespaced) lines.push(`  namespace: ${namespace || 'default'}`)
  const rest = known === undefined ? '' : dialect.spell(known.rest).replaceAll('${name}', name)
  return `${lines.join('\n')}\n${rest}`
}

/** The skeleton without marks. */
export const plainSkeleton = (text: string): string => text.replaceAll(/\$\{([^}]*)\}/g, '$1')
