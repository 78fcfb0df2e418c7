import type { JsonObject } from '../../worker/api/json.ts'

/** A PKCS #10 request of `CN=ann, O=devs` in PEM, in base64. */
const CERTIFICATE_REQUEST = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTU1Bb0dBMVVFQXd3RFlXNXVNUTB3',
  'Q3dZRFZRUUtEQVJrWlhaek1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUUwSzhLeTdXckd3SjhZbFlXdU9U',
  'RHVWR0d4QklXcjJIYXpSTksrQlRtCkZhK2FwaVRYK3o1Y2RLMEVDbVowc0dZcnVoTUdIaHNmNUs2b01vckFseWdhV3FBQU1B',
  'b0dDQ3FHU000OUJBTUMKQTBnQU1FVUNJUUNDdlllOXZJOXZpb3ZZb1Z5N21EeTFIOENYREtoRS9NTFErM3JIbnhSVG1nSWdi',
  'YjFlOVdscgp5Vk9CVmExRGN2Z1BtZkIzMXFKV2kzSzR4b1cxTVFHazQxMD0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVT',
  'VC0tLS0tCg==',
].join('')

const TRUST_BUNDLE = `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUF/Kl4VhVeGH/vhDzww1StZDlFckwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjYxODIzNTVaGA8yMTI2MTEwMjE4MjM1
NVowDzENMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNCv
Csu1qxsCfGJWFrjkw7lRhsQSFq9h2s0TSvgU5hWvmqYk1/s+XHStBApmdLBmK7oT
Bh4bH+SuqDKKwJcoGlqjUzBRMB0GA1UdDgQWBBShfH6hrr06z0UvMoR7S0xqB9Gg
ITAfBgNVHSMEGDAWgBShfH6hrr06z0UvMoR7S0xqB9GgITAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIHbno3OPLhpzfwhDgUWgv3+6NHyLP29DD4oV
tCNuvtIdAiEA/6mSW/ztpws71YpZMyZRdO2WqPQt1tElB+kUxG4kU2Y=
-----END CERTIFICATE-----
`

const attributes = { verb: 'get', resource: 'pods', namespace: 'default' }
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
const webhookRules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
const webhooks = [
  {
    name: 'a.example.com',
    rules: webhookRules,
    clientConfig: { url: 'https://127.0.0.1:1/' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    failurePolicy: 'Ignore',
  },
]
const claim = { resourceClassName: 'a', allocationMode: 'WaitForFirstConsumer' }

/** Valid objects of extension, identity, storage and resource kinds, by resource. */
export const SOUND_EXTENSIONS: Readonly<Record<string, JsonObject>> = {
  bindings: { target: { kind: 'Node', name: 'a' } },
  apiservices: { spec: { group: 'g.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 } },
  controllerrevisions: { revision: 1, data: { a: 1 } },
  selfsubjectreviews: {},
  tokenreviews: { spec: { token: 't' } },
  localsubjectaccessreviews: { spec: { user: 'a', resourceAttributes: attributes } },
  selfsubjectaccessreviews: { spec: { resourceAttributes: attributes } },
  selfsubjectrulesreviews: { spec: { namespace: 'default' } },
  subjectaccessreviews: { spec: { user: 'a', resourceAttributes: attributes } },
  certificatesigningrequests: {
    spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/s', usages: ['client auth'] },
  },
  clustertrustbundles: { spec: { trustBundle: TRUST_BUNDLE } },
  ingressclasses: { spec: { controller: 'example.com/c' } },
  ipaddresses: { spec: { parentRef: { resource: 'services', namespace: 'default', name: 'a' } } },
  servicecidrs: { spec: { cidrs: ['10.9.0.0/24'] } },
  clusterroles: { rules },
  clusterrolebindings: {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' },
    subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
  },
  csidrivers: { spec: { attachRequired: true, volumeLifecycleModes: ['Persistent'] } },
  csinodes: { spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['zone'] }] } },
  csistoragecapacities: { storageClassName: 'a', capacity: '1Gi', nodeTopology: { matchLabels: { zone: 'a' } } },
  volumeattachments: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  volumeattributesclasses: { driverName: 'example.com/d', parameters: { a: 'b' } },
  mutatingwebhookconfigurations: { webhooks },
  validatingwebhookconfigurations: { webhooks },
  validatingadmissionpolicies: {
    spec: { matchConstraints: { resourceRules: webhookRules }, validations: [{ expression: 'true', message: 'm' }] },
  },
  validatingadmissionpolicybindings: { spec: { policyName: 'a', validationActions: ['Deny'] } },
  customresourcedefinitions: {
    spec: {
      group: 'g.example.com',
      scope: 'Namespaced',
      names: { plural: 'sounds', kind: 'Sound' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
        },
      ],
    },
  },
  flowschemas: {
    spec: {
      matchingPrecedence: 1000,
      priorityLevelConfiguration: { name: 'exempt' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'u' } }],
          resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['default'] }],
        },
      ],
    },
  },
  prioritylevelconfigurations: {
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
  },
  storageversions: { spec: {}, status: {} },
  podschedulingcontexts: { spec: { selectedNode: 'n', potentialNodes: ['n'] } },
  resourceclaims: { spec: claim },
  resourceclaimtemplates: { spec: { spec: claim } },
  resourceclaimparameters: {
    driverRequests: [
      { driverName: 'example.com', requests: [{ namedResources: { selector: 'true' }, vendorParameters: { a: 1 } }] },
    ],
  },
  resourceclasses: { driverName: 'example.com' },
  resourceclassparameters: { filters: [{ driverName: 'example.com', namedResources: { selector: 'true' } }] },
  resourceslices: {
    nodeName: 'n',
    driverName: 'example.com',
    namedResources: { instances: [{ name: 'a', attributes: [{ name: 'x', bool: true }] }] },
  },
}

/** Names of the objects whose content decides their name, by resource; the empty name is for objects without one. */
export const SOUND_NAMES: ReadonlyMap<string, string> = new Map([
  ['apiservices', 'v1.g.example.com'],
  ['customresourcedefinitions', 'sounds.g.example.com'],
  ['ipaddresses', '10.9.0.7'],
  ['localsubjectaccessreviews', ''],
  ['selfsubjectaccessreviews', ''],
  ['selfsubjectrulesreviews', ''],
  ['storageversions', 'g.example.com.sounds'],
  ['subjectaccessreviews', ''],
])
