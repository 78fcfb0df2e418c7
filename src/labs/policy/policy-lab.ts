import type { Lab } from '../lab.ts'
import type { LabData } from '../lab-data.ts'
import PolicyLab from './policy-lab.svelte'

const map = (name: string, image: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: default }
data: { image: '${image}' }
`

const IMAGES: LabData = {
  fields: {
    manifest: `apiVersion: v1
kind: ConfigMap
metadata: { name: images, namespace: default }
data: { registry: registry.example.com/ }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: known-images
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [configmaps]
  matchConditions:
    - name: with-an-image
      expression: has(object.data) && 'image' in object.data
  validations:
    - expression: object.data.image.startsWith(params.data.registry)
      messageExpression: "'the image is not from ' + params.data.registry"
      reason: Forbidden
  auditAnnotations:
    - key: image
      valueExpression: string(object.data.image)
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: known-images
spec:
  policyName: known-images
  validationActions: [Deny, Audit]
  paramRef: { name: images, namespace: default, parameterNotFoundAction: Deny }
`,
  },
  rows: [
    { user: '', groups: '', operation: 'CREATE', object: map('one', 'registry.example.com/shop:1') },
    { user: '', groups: '', operation: 'CREATE', object: map('two', 'elsewhere.example.com/shop:1') },
    { user: 'alice', groups: 'dev', operation: 'CREATE', object: map('three', 'registry.example.com/shop:1') },
  ],
}

const ACCESS: LabData = {
  fields: {
    manifest: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: owners
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [secrets]
  validations:
    - expression: >-
        authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()
      message: Only a person who may create ConfigMaps may create Secrets
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: owners
spec:
  policyName: owners
  validationActions: [Deny]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: secrets-only, namespace: default }
rules: [{ apiGroups: [''], resources: [secrets], verbs: [create] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: secrets-only, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: secrets-only }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: alice }]
`,
  },
  rows: [
    {
      user: 'alice',
      groups: '',
      operation: 'CREATE',
      object: 'apiVersion: v1\nkind: Secret\nmetadata: { name: a, namespace: default }\n',
    },
    {
      user: '',
      groups: '',
      operation: 'CREATE',
      object: 'apiVersion: v1\nkind: Secret\nmetadata: { name: b, namespace: default }\n',
    },
  ],
}

export const policyLab = {
  id: 'policy',
  summary:
    'Admission policies against a matrix of requests, and against the requests that this cluster has already answered.',
  first: IMAGES,
  lesson: 'labs/policy-lab.yaml',
  examples: [
    { title: 'A policy with parameters, conditions and an annotation', data: IMAGES },
    { title: 'A policy that calls the authorizer', data: ACCESS },
  ],
  View: PolicyLab,
} satisfies Lab
