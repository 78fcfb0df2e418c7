import type { Example } from './example.ts'

export const networkPolicies = {
  id: 'network-policies',
  title: 'Network policies',
  summary:
    'A namespace denies all traffic, then allows DNS for all pods, the page to its store, and the world to the page.',
  level: 'Advanced',
  learns: 'how policies select pods, and how several policies combine',
  files: [
    {
      name: 'network-policies.yaml',
      text: `# Policies are additive: the first denies everything, and the others allow parts of it.
apiVersion: v1
kind: Namespace
metadata:
  name: guarded
---
apiVersion: networking.{domain}/v1
kind: NetworkPolicy
metadata:
  name: nothing
  namespace: guarded
spec:
  podSelector: {}
  policyTypes: ["Ingress", "Egress"]
---
apiVersion: networking.{domain}/v1
kind: NetworkPolicy
metadata:
  name: names
  namespace: guarded
spec:
  podSelector: {}
  policyTypes: ["Egress"]
  egress:
    - to:
        - namespaceSelector:
            matchLabels:
              {labels}/metadata.name: {system}-system
      ports:
        - protocol: UDP
          port: 53
        - protocol: TCP
          port: 53
---
apiVersion: networking.{domain}/v1
kind: NetworkPolicy
metadata:
  name: page-to-store
  namespace: guarded
spec:
  podSelector:
    matchLabels:
      role: store
  policyTypes: ["Ingress"]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              role: page
      ports:
        - protocol: TCP
          port: 6379
---
apiVersion: networking.{domain}/v1
kind: NetworkPolicy
metadata:
  name: world-to-page
  namespace: guarded
spec:
  podSelector:
    matchExpressions:
      - key: role
        operator: In
        values: ["page"]
  policyTypes: ["Ingress"]
  ingress:
    - from:
        - ipBlock:
            cidr: 0.0.0.0/0
            except:
              - 10.0.0.0/8
      ports:
        - protocol: TCP
          port: 8000
          endPort: 8080
`,
    },
  ],
} as const satisfies Example
